#include "CFlowWire.h"
