//! Names of faces, as players choose them (201.4b-f): each half, flip, back and melded side and Adventure has its own.

use std::sync::Arc;

use lawmage_ir::Face;

use crate::names::NameKind;
use crate::pool::{CardId, CardPool};
use crate::{Result, fold_name};

impl CardPool {
    /// The face of that name, whatever the case and the accents.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn face_named(&self, name: &str) -> Result<Option<Arc<Face>>> {
        let folded = fold_name(name);
        for (layer, place) in self.layers.iter().zip(0..) {
            let found = NameKind::ALL.into_iter().flat_map(|kind| layer.names().find(&folded, kind));
            for index in found {
                let card = self.alone(CardId { layer: place, index })?;
                if let Some(face) = card.faces.iter().find(|face| fold_name(&face.name) == folded) {
                    return Ok(Some(face.clone()));
                }
            }
        }
        Ok(None)
    }

    /// The first face that is wanted, in the order of [`Self::ids`].
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn any_face(&self, wanted: &dyn Fn(&Face) -> bool) -> Result<Option<Arc<Face>>> {
        for id in self.ids() {
            let card = self.alone(id)?;
            if let Some(face) = card.faces.iter().find(|face| wanted(face)) {
                return Ok(Some(face.clone()));
            }
        }
        Ok(None)
    }

    /// The names of faces that have a text in them, whatever the case and the accents: those that begin with it first, at most so many.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn face_names(&self, text: &str, most: usize) -> Result<Vec<String>> {
        let folded = fold_name(text);
        let mut names: Vec<String> = Vec::new();
        for (layer, place) in self.layers.iter().zip(0..) {
            for (name, index) in layer.names().with(&folded) {
                if names.len() >= most {
                    return Ok(names);
                }
                let faces = self.source(CardId { layer: place, index })?.0.faces;
                let face = faces.into_iter().map(|face| face.name).find(|face| fold_name(face) == name);
                names.extend(face.filter(|face| !names.contains(face)));
            }
        }
        Ok(names)
    }
}
