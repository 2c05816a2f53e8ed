//! lawmage-bots
