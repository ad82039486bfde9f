#pragma once
// #include <germ/germ.hpp>: all that a program needs. docs/API.md tells how to use it.

#include "api/germ.hpp"
