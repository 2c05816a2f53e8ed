//! Replacement and prevention effects (614-616). SKELETON: owner main.
