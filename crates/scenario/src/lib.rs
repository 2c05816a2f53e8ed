//! lawmage-scenario
