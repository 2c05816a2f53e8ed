//! lawmage-engine
