//! lawmage-cards
