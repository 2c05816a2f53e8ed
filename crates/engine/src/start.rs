//! Starting the game (103). SKELETON: owner E3.
