//! A game told again is the game that was played, without what was taken back, and with what was hidden.

mod common;

use common::{some, state};
use lawmage_engine::{Entry, PlayerId, Rng};
use lawmage_host::replay::replay;
use lawmage_host::{HostedGame, Sits};
use lawmage_protocol::web::Moment;

fn told(entries: &[Entry]) -> Vec<Moment> {
    let mut moments = Vec::new();
    replay(&state(4), entries, &mut |moment| {
        moments.push(moment);
        true
    })
    .expect("it is told");
    moments
}

#[test]
fn a_game_is_told_again_without_what_was_taken_back() {
    let mut chance = Rng::new(7);
    let away = vec![Sits::Away, Sits::Away];
    let mut game = HostedGame::written_down(state(4), away, &[], &[]).expect("it begins");
    let mut entries: Vec<Entry> = Vec::new();
    for _ in 0..160 {
        let Some(asked) = game.asked() else { break };
        let ask = game.ask(asked).expect("they are asked");
        if game.answer(asked, ask.id, &some(&ask, &mut chance)).is_err() {
            game.answer(asked, ask.id, &ask.default).expect("the default is legal");
        }
        if chance.below(3) == 0 {
            let _ = game.undo(asked);
        }
        entries.extend(game.take_entries());
    }
    game.concede(PlayerId(1));
    entries.extend(game.take_entries());
    assert!(entries.iter().filter(|entry| matches!(entry, Entry::Undo(_))).count() > 3, "some was taken back");

    let mut straight: Vec<Entry> = Vec::new();
    for entry in &entries {
        match entry {
            Entry::Undo(answers) => straight.truncate(*answers),
            _ => straight.push(entry.clone()),
        }
    }
    let (moments, straight) = (told(&entries), told(&straight));
    let texts = |moment: &Moment| moment.events.iter().map(|event| event.text.clone()).collect::<Vec<_>>();
    for (one, other) in moments.iter().zip(&straight) {
        assert_eq!(texts(one), texts(other));
    }
    assert_eq!(moments.len(), straight.len());

    let last = &moments.last().expect("there are some").observation;
    assert!(last.result.is_some(), "it ends");
    let dealt = &moments.iter().find(|moment| moment.observation.turn.number > 0).expect("it begins").observation;
    for player in &dealt.players {
        assert!(player.hand.len() == player.hand_size as usize && player.hand.iter().all(|card| card.face.is_some()));
        assert!(player.library.is_empty() && player.library_size > 0, "what will be drawn is not told");
    }

    let mut few = 0;
    replay(&state(4), &entries, &mut |_| {
        few += 1;
        few < 5
    })
    .expect("it is told");
    assert_eq!(few, 5, "no more than is wanted");
    let (number, _) = replay(&state(5), &entries, &mut |_| true).expect_err("another game goes another way");
    assert!(number < 40);
}
