//! Help at the table.

use lawmage_cards::CardPool;

use crate::console::Console;

/// What can be typed.
pub const TEXT: &str = "\
Answer with the numbers shown; the line before > says how.
  Enter, pass      pass priority (the option marked *)
  pass turn        pass until the turn ends; opponents' spells and attacks still stop you
  1 3, all         several at once; y and n for yes and no
  1>2              creature 1 blocks attacker 2, or attacks option 2
  undo             back to your last answer
  board, log       the board again; the last events with their rules
  card NAME        what a card says
  stops            where you are asked for an action
  stops their upkeep   stop (or no longer stop) at that step: my or their
  save FILE        save; `lawmage play --load FILE` plays on
  concede, quit    lose at once; leave without an end";

/// Prints a card as written.
pub fn card(pool: &CardPool, name: &str, console: &Console) {
    let found = pool.find(name).map_err(|e| e.to_string());
    let source = found.and_then(|id| pool.source(id).map_err(|e| e.to_string()));
    let source = match source {
        Ok((source, _)) => source,
        Err(why) => return console.line(console.bad(why)),
    };
    for face in &source.faces {
        let cost = face.mana_cost.as_deref().unwrap_or_default();
        console.line(format!("{}  {cost}", console.bold(&face.name)).trim_end());
        console.line(&face.type_line);
        if !face.text.is_empty() {
            console.line(&face.text);
        }
        if let (Some(power), Some(toughness)) = (&face.power, &face.toughness) {
            console.line(format!("{power}/{toughness}"));
        }
        if let Some(loyalty) = &face.loyalty {
            console.line(format!("Loyalty: {loyalty}"));
        }
    }
}
