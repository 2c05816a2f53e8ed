// Made from crates/protocol/src by LAWMAGE_WRITE=1 cargo test -p lawmage-cli --test program generated

export type Handle = number;

export type Viewer = { "as": "player", 
/**
 * Who.
 */
seat: number, } | { "as": "spectator" } | { "as": "judge" };

export type Entity = { "object": Handle } | { "player": number };

export type Observation = { 
/**
 * Who sees it so.
 */
viewer: Viewer, 
/**
 * Where the game is in its turns.
 */
turn: Turn, 
/**
 * Who has priority (117).
 */
priority: number | null, 
/**
 * The players in turn order.
 */
players: Array<Player>, 
/**
 * Permanents, oldest first (403).
 */
battlefield: Array<Object>, 
/**
 * The stack, bottom first (405).
 */
stack: Array<Object>, 
/**
 * Exile (406), oldest first.
 */
exile: Array<Object>, 
/**
 * The command zone (408), oldest first.
 */
command: Array<Object>, 
/**
 * The combat at hand (506).
 */
combat: Combat | null, 
/**
 * Whether it is day rather than night (728); none where it is neither.
 */
day: boolean | null, 
/**
 * Who is the monarch (722).
 */
monarch: number | null, 
/**
 * Who has the initiative (723).
 */
initiative: number | null, 
/**
 * How the game ended, once it has.
 */
result: Outcome | null, };

export type Turn = { 
/**
 * Counted from 1; 0 before the first.
 */
number: number, 
/**
 * Whose turn it is.
 */
active: number, 
/**
 * The step or phase in the words of the rules: "upkeep", "declare blockers".
 */
step: string, };

export type Player = { 
/**
 * Their place.
 */
seat: number, 
/**
 * Their name.
 */
name: string, 
/**
 * Still in the game.
 */
playing: boolean, 
/**
 * Life (119).
 */
life: number, 
/**
 * Poison, energy and the like (122).
 */
counters: Array<Counters>, 
/**
 * The mana pool (106.4): "{R}{R}{G}".
 */
mana: string, 
/**
 * How many cards are in their hand (402.3).
 */
hand_size: number, 
/**
 * Those cards of their hand that the viewer knows: all of one's own, in their order.
 */
hand: Array<Object>, 
/**
 * How many cards are in their library (401.3).
 */
library_size: number, 
/**
 * Those cards of their library that the viewer knows.
 */
library: Array<Placed>, 
/**
 * Their graveyard, bottom first (404.2).
 */
graveyard: Array<Object>, 
/**
 * Cards outside the game that the viewer sees (400.11).
 */
outside: Array<Object>, 
/**
 * Lands played this turn (305.2).
 */
lands_played: number, 
/**
 * What else they have or are: "the city's blessing", "speed 2".
 */
marks: Array<string>, };

export type Placed = { 
/**
 * Its place, 0 on top.
 */
place: number, 
/**
 * The card.
 */
card: Object, };

export type Counters = { 
/**
 * "+1/+1", "poison".
 */
kind: string, 
/**
 * How many.
 */
count: number, };

export type Object = { 
/**
 * Which.
 */
handle: Handle, 
/**
 * Its owner (108.3).
 */
owner: number, 
/**
 * Its controller (108.4).
 */
controller: number, 
/**
 * Its characteristics, worked out; none of what is face down in exile and not for the viewer to see.
 */
face: Face | null, 
/**
 * What it is face up, where it is face down and the viewer may look (708.5).
 */
under: Face | null, 
/**
 * Face down (110.5, 406.3, 708).
 */
face_down: boolean, 
/**
 * A token (111).
 */
token: boolean, 
/**
 * Counters on it.
 */
counters: Array<Counters>, 
/**
 * Tapped (110.5).
 */
tapped: boolean, 
/**
 * Flipped (110.5).
 */
flipped: boolean, 
/**
 * A creature that can't attack or pay {T} yet (302.6).
 */
sick: boolean, 
/**
 * Marked damage (120.6).
 */
damage: number, 
/**
 * What it is attached to (301.5a, 303.4b).
 */
attached_to: Entity | null, 
/**
 * What is attached to it, oldest first.
 */
attachments: Array<Handle>, 
/**
 * A commander, and what casting it costs more, in generic mana (903.8).
 */
commander_tax: number | null, 
/**
 * The targets of a spell or ability (115), in the order they were chosen.
 */
targets: Array<Entity>, 
/**
 * The value of its X (107.3).
 */
x: number | null, 
/**
 * What an ability on the stack is of (113.7), where the viewer still sees it.
 */
source: Handle | null, 
/**
 * Monstrous, goaded, suspected and the like.
 */
marks: Array<string>, };

export type Face = { 
/**
 * Its name; empty where it has none. An ability on the stack goes by its source.
 */
name: string, 
/**
 * Its mana cost (202): "{1}{R}".
 */
cost: string | null, 
/**
 * Its colors (105), of "W", "U", "B", "R", "G".
 */
colors: Array<string>, 
/**
 * Its type line (205).
 */
types: string, 
/**
 * Its abilities in English, as they are now.
 */
text: Array<string>, 
/**
 * Its keyword abilities (702) in a few words, each once: "flying", "ward {2}".
 */
keywords?: Array<string>, 
/**
 * Power (208).
 */
power: number | null, 
/**
 * Toughness (208).
 */
toughness: number | null, 
/**
 * Loyalty that is printed (209).
 */
loyalty: number | null, 
/**
 * Defense that is printed (210).
 */
defense: number | null, };

export type Combat = { 
/**
 * The attackers, in the order they were declared.
 */
attackers: Array<Attacker>, };

export type Attacker = { 
/**
 * The creature.
 */
creature: Handle, 
/**
 * Whom it attacks; none once that has left (506.4c).
 */
defender: Entity | null, 
/**
 * Blocked or not (509.1h); none before blockers are declared.
 */
blocked: boolean | null, 
/**
 * Its blockers, in the order they were declared.
 */
blockers: Array<Handle>, };

export type Outcome = { "won": Array<number> } | { "draw": string };

export type Event = { 
/**
 * In a sentence, without the rule.
 */
text: string, 
/**
 * The rule by which it happened: "704.5f".
 */
rule: string, 
/**
 * What sort of event it is, for those who draw it.
 */
kind: EventKind, };

export type EventKind = { "is": "moved", 
/**
 * As the viewer knew it, if they did.
 */
was: Handle | null, 
/**
 * As they know it now, if they do.
 */
now: Handle | null, 
/**
 * From which zone: "hand", "outside the game".
 */
from: string, 
/**
 * To which zone.
 */
to: string, 
/**
 * Whose object it is.
 */
owner: number, } | { "is": "damage", 
/**
 * By what.
 */
source: Handle | null, 
/**
 * To what.
 */
to: Entity | null, 
/**
 * How much.
 */
amount: number, 
/**
 * Combat damage.
 */
combat: boolean, } | { "is": "life", 
/**
 * Whose.
 */
player: number, 
/**
 * By how much.
 */
change: number, 
/**
 * To how much.
 */
now: number, } | { "is": "counters", 
/**
 * On or from what.
 */
on: Entity | null, 
/**
 * Which.
 */
kind: string, 
/**
 * How many; less than none where they were removed.
 */
change: number, } | { "is": "tapped", 
/**
 * Which.
 */
object: Handle | null, 
/**
 * Tapped rather than untapped.
 */
tapped: boolean, } | { "is": "stacked", 
/**
 * What is on the stack.
 */
object: Handle | null, 
/**
 * Who controls it.
 */
by: number, } | { "is": "attacks", 
/**
 * Which.
 */
attacker: Handle | null, 
/**
 * Whom.
 */
defender: Entity | null, } | { "is": "blocks", 
/**
 * Which.
 */
blocker: Handle | null, 
/**
 * Whom.
 */
attacker: Handle | null, } | { "is": "turn", 
/**
 * Whose.
 */
player: number, 
/**
 * Its number.
 */
number: number, } | { "is": "shuffled", 
/**
 * Who.
 */
player: number, } | { "is": "other" };

export type Ask = { 
/**
 * Its number in this game; the answer names it.
 */
id: number, 
/**
 * Who is asked.
 */
player: number, 
/**
 * What about, in one word: "priority", "attack", "targets".
 */
about: string, 
/**
 * By which rule: "117.1".
 */
rule: string, 
/**
 * The question in words.
 */
text: string, 
/**
 * The object it is asked for: the spell cast, the ability resolving.
 */
source: Handle | null, 
/**
 * The legal answers.
 */
domain: Domain, 
/**
 * Some legal answer, for whoever doesn't care.
 */
default: Answer, };

export type Choice = { 
/**
 * In words.
 */
text: string, 
/**
 * The object or player that it is, or that it is done with.
 */
entity: Entity | null, 
/**
 * A mana ability (605), which is used while a cost is paid: seldom a reason to act by itself.
 */
mana?: boolean, };

export type Domain = { "is": "pick", 
/**
 * The options.
 */
options: Array<Choice>, 
/**
 * The least number.
 */
min: number, 
/**
 * The greatest number.
 */
max: number, 
/**
 * Not all such picks are legal: they must fit together, which the table judges.
 */
limited: boolean, } | { "is": "number", 
/**
 * The least.
 */
min: number, 
/**
 * The greatest.
 */
max: number, 
/**
 * Those between them that are no answer, rising.
 */
but: Array<number>, } | { "is": "order", 
/**
 * The options.
 */
options: Array<Choice>, } | { "is": "divide", 
/**
 * Among these.
 */
options: Array<Choice>, 
/**
 * How much in all.
 */
total: number, 
/**
 * The least for each.
 */
least: Array<number>, 
/**
 * What each before the last needs before the last may get any; empty when there is no such rule (702.19b).
 */
needs: Array<number>, } | { "is": "name", 
/**
 * How many.
 */
count: number, 
/**
 * Some of them, for whoever doesn't care to type: of the player's own cards and of those seen in the game.
 */
known: Array<string>, } | { "is": "attack", 
/**
 * Each creature that can attack, and what it can attack.
 */
attackers: Array<CanAttack>, } | { "is": "block", 
/**
 * Each creature that can block, and what it can block.
 */
blockers: Array<CanBlock>, 
/**
 * Each attacker that the player may have blocked, in the order they were declared.
 */
attackers: Array<MayBeBlocked>, };

export type CanAttack = { 
/**
 * Which.
 */
creature: Choice, 
/**
 * What it can attack.
 */
defenders: Array<Choice>, 
/**
 * It can be in a band with others (702.22).
 */
banding?: boolean, };

export type CanBlock = { 
/**
 * Which.
 */
creature: Choice, 
/**
 * What it can block.
 */
attackers: Array<Choice>, };

export type MayBeBlocked = { 
/**
 * Which.
 */
creature: Choice, 
/**
 * By how many creatures it is blocked at least, where it is blocked (702.111).
 */
least: number, };

export type Answer = { "pick": Array<number> } | { "number": number } | { "order": Array<number> } | { "divide": Array<number> } | { "name": Array<string> } | { "attack": Attack } | { "block": Array<Block> };

export type Attack = { 
/**
 * Each attacker, and the place of what it attacks among its defenders.
 */
attackers: Array<AttackBy>, 
/**
 * Attackers banded together (508.1e), each band by the places of its creatures.
 */
bands: Array<Array<number>>, };

export type AttackBy = { 
/**
 * The creature's place.
 */
attacker: number, 
/**
 * The place of what it attacks.
 */
defender: number, };

export type Block = { 
/**
 * The creature's place.
 */
blocker: number, 
/**
 * The place of what it blocks.
 */
attacker: number, };

export type Step = { "option": number } | "done" | { "between": [number, number] } | { "name": string } | { "band": [number, number] };

export type TableInfo = { 
/**
 * Its name in addresses.
 */
table: string, 
/**
 * Who sits there, in turn order.
 */
seats: Array<SeatInfo>, 
/**
 * How far it is.
 */
state: TableState, 
/**
 * The turn of its game; 0 before the first.
 */
turn: number, 
/**
 * Which game of the table it is, counted from 1: a rematch is the next.
 */
game: number, 
/**
 * How many watch without a seat.
 */
spectators: number, 
/**
 * Why its game can't go on, where it can't.
 */
failure: string | null, 
/**
 * The clocks it gives, where it does.
 */
clock: Clock | null, 
/**
 * Who chooses who takes the first turn of the next game (103.1): the loser, once a game is over.
 */
chooser: number | null, 
/**
 * The match that its games are of, where it has one.
 */
contest: Contest | null, };

export type Clock = { 
/**
 * Seconds for a game: whose time is out concedes.
 */
seconds: number, 
/**
 * Seconds more as a player is first asked something in a turn of their own.
 */
increment: number, };

export type SeatInfo = { 
/**
 * Its place, counted from 0.
 */
seat: number, 
/**
 * The player's name; empty where nobody has taken it yet.
 */
name: string, 
/**
 * The bot that plays it, where one does.
 */
bot: string | null, 
/**
 * Nobody has taken it yet.
 */
open: boolean, 
/**
 * Somebody who holds its secret is there now; bots always are.
 */
connected: boolean, 
/**
 * They would play again, now that the game is over.
 */
rematch: boolean, };

export type Contest = { 
/**
 * Of how many games it is: who has won more than half of them has won it.
 */
best_of: number, 
/**
 * How many games each seat has won.
 */
wins: Array<number>, 
/**
 * No further game is played: the next one would be of another match.
 */
over: boolean, };

export type DeckParts = { 
/**
 * The deck, without commanders.
 */
main: Array<Listed>, 
/**
 * The sideboard.
 */
sideboard: Array<Listed>, };

export type Listed = { 
/**
 * How many.
 */
count: number, 
/**
 * The card's name.
 */
name: string, };

export type TableState = "waiting" | "playing" | "over";

export type Automation = { 
/**
 * Where the player is asked for an action though nothing has happened. These win over everything else here; at those by default
 * only who can do more than add mana is asked.
 */
stops: Stops, 
/**
 * Pass where only passing is possible, or only what serves nothing, and outside the stops while the stack holds nothing of an
 * opponent's.
 */
auto_pass: boolean, 
/**
 * Put equal triggered abilities on the stack in any order.
 */
auto_order: boolean, 
/**
 * Where the player is asked how to pay: pay by what only taps for mana, where that is enough. Mana abilities are no reason to be
 * asked for an action then.
 */
auto_pay?: boolean, 
/**
 * Answers to questions that come again.
 */
yields: Array<Yield>, };

export type Stops = { 
/**
 * In the player's own turns: steps as `turn.step` names them, "upkeep step".
 */
own: Array<string>, 
/**
 * In other players' turns.
 */
others: Array<string>, };

export type Yield = { 
/**
 * The name of the source.
 */
source: string, 
/**
 * The question, as `ask.text` has it.
 */
text: string, 
/**
 * Yes or no.
 */
answer: boolean, };

export type Until = "stop" | "turn" | "my_turn" | "stack";

export type DeckInfo = { 
/**
 * Its name in seats: "red-raiders".
 */
id: string, 
/**
 * What it is, in a few words.
 */
title: string, 
/**
 * Its colors, of "W", "U", "B", "R", "G".
 */
colors: Array<string>, 
/**
 * How many cards it has.
 */
cards: number, 
/**
 * Its commanders.
 */
commanders: Array<string>, };

export type CheckDeck = { 
/**
 * The list, in any of the usual formats.
 */
list: string, };

export type DeckCheck = { 
/**
 * How many cards it has, commanders among them, the sideboard not.
 */
cards: number, 
/**
 * How many its sideboard has.
 */
sideboard: number, 
/**
 * What the whole list lacks, if it lacks something.
 */
problem: string | null, 
/**
 * Each line that names a card, or can't be read.
 */
lines: Array<CheckedLine>, 
/**
 * A game can be played with it.
 */
playable: boolean, };

export type CheckedLine = { 
/**
 * Its number, counted from 1.
 */
line: number, 
/**
 * How many copies.
 */
count: number, 
/**
 * The card's name, as the cards at hand write it where they have it.
 */
name: string, 
/**
 * Why it can't be used, where it can't.
 */
problem: string | null, 
/**
 * In the sideboard.
 */
sideboard: boolean, 
/**
 * A commander.
 */
commander: boolean, 
/**
 * Its mana value (202.3), where the card is at hand.
 */
value: number | null, 
/**
 * Its colors (105), of "W", "U", "B", "R", "G".
 */
colors: Array<string>, 
/**
 * Its type line (205).
 */
types: string, };

export type NewTable = { 
/**
 * The seats, in turn order: 2 to 6.
 */
seats: Array<NewSeat>, 
/**
 * A seed for the game's randomness, for games that are to be the same again. Whoever knows it can tell hidden cards.
 */
seed: string | null, 
/**
 * A chess clock for each player who is no bot.
 */
clock: Clock | null, 
/**
 * A match of so many games between two players: who has won more than half of them has won it.
 */
best_of: number | null, };

export type NewSeat = { 
/**
 * The player's name.
 */
name: string, 
/**
 * A starter deck by its id, or a whole list as text.
 */
deck: string | null, 
/**
 * The bot that plays it ("basic", "random"); without a deck it gets a starter deck.
 */
bot: string | null, };

export type MadeTable = { 
/**
 * Its name in addresses.
 */
table: string, 
/**
 * Its seats.
 */
seats: Array<MadeSeat>, };

export type MadeSeat = { 
/**
 * Its place.
 */
seat: number, 
/**
 * What lets one sit there; told this once. None of bots.
 */
secret: string | null, };

export type TakeSeat = { 
/**
 * The seat's secret.
 */
secret: string, 
/**
 * The player's name.
 */
name: string, 
/**
 * A starter deck by its id, or a whole list as text.
 */
deck: string, };

export type CardsFound = { 
/**
 * How many there are.
 */
total: number, 
/**
 * The first of them.
 */
cards: Array<CardInfo>, };

export type CardInfo = { 
/**
 * Its name; of several faces "One // Other".
 */
name: string, 
/**
 * Its faces.
 */
faces: Array<CardFace>, 
/**
 * What of it is not understood, a line each: such a card is kept out of games.
 */
missing: Array<string>, };

export type CardFace = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its mana cost: "{1}{R}".
 */
cost: string | null, 
/**
 * Its colors (105), of "W", "U", "B", "R", "G".
 */
colors: Array<string>, 
/**
 * Its type line.
 */
types: string, 
/**
 * Its text.
 */
text: string, 
/**
 * Power, as printed.
 */
power: string | null, 
/**
 * Toughness.
 */
toughness: string | null, 
/**
 * Loyalty.
 */
loyalty: string | null, 
/**
 * Defense.
 */
defense: string | null, };

export type RuleText = { 
/**
 * Its number.
 */
number: string, 
/**
 * Its text.
 */
text: string, 
/**
 * The rules under it, with their texts.
 */
under: Array<RuleText>, };

export type Replay = { 
/**
 * The table's name in addresses.
 */
table: string, 
/**
 * Which of its games, counted from 1.
 */
game: number, 
/**
 * What happened, moment by moment; what was taken back is left out.
 */
moments: Array<Moment>, 
/**
 * The game went on beyond the moments that are told.
 */
cut: boolean, };

export type Moment = { 
/**
 * What happened since the moment before.
 */
events: Array<Event>, 
/**
 * What lay where then: all, but for the cards of libraries.
 */
observation: Observation, };

export type Refusal = { 
/**
 * What, where, and what to do.
 */
error: string, };

export type Start = { 
/**
 * The version of the protocol that is spoken.
 */
protocol: number, 
/**
 * Who sits where, in the order of seats. Who takes the first turn is the game's to decide.
 */
seats: Array<SeatedPlayer>, 
/**
 * A seed for the game's randomness, for games that are to be the same again; by default the system's randomness. A text, since
 * JSON's numbers hold no 64 bits.
 */
seed: string | null, };

export type SeatedPlayer = { 
/**
 * The player's name.
 */
name: string, 
/**
 * A starter deck by its name, or a whole list as text, a card a line ("4 Lightning Bolt").
 */
deck: string, 
/**
 * The bot that plays it ("basic", "random"); none for a seat that answers through this protocol.
 */
bot: string | null, };

export type FromPlayer = { "type": "start" } & Start | { "type": "answer", 
/**
 * Its number.
 */
ask: number, 
/**
 * The answer.
 */
answer: Answer, } | { "type": "concede", 
/**
 * Who.
 */
seat: number, } | { "type": "undo", 
/**
 * Whose.
 */
seat: number, } | { "type": "repeat", 
/**
 * Who suggests it.
 */
seat: number, 
/**
 * So many of their last actions, and all that was done since the first of them.
 */
actions: number, 
/**
 * So many times.
 */
times: number, } | { "type": "steps", 
/**
 * The question's number.
 */
ask: number, 
/**
 * The steps so far.
 */
taken: Array<Step>, } | { "type": "why-not-block", 
/**
 * The question's number.
 */
ask: number, 
/**
 * The creature's place among the blockers.
 */
blocker: number, 
/**
 * The attacker's place among the attackers.
 */
attacker: number, } | { "type": "search", 
/**
 * Part of a name, whatever the case and the accents.
 */
name: string, } | { "type": "resync" } | { "type": "sit", 
/**
 * It.
 */
secret: string, } | { "type": "watch" } | { "type": "chat", 
/**
 * What.
 */
text: string, } | { "type": "automation" } & Automation | { "type": "pass_until", 
/**
 * How long.
 */
until: Until, } | { "type": "rematch", 
/**
 * Who is to take the first turn, from whoever chooses that (103.1); by default they do themselves. Others have no say.
 */
first: number | null, } | { "type": "sideboard", 
/**
 * All cards of deck and sideboard as they are to be.
 */
deck: DeckParts, };

export type FromTable = { "type": "hello", 
/**
 * The version of the protocol.
 */
protocol: number, 
/**
 * The program and its version.
 */
program: string, } | { "type": "snapshot", 
/**
 * The picture.
 */
observation: Observation, } | { "type": "events", 
/**
 * For whom.
 */
viewer: Viewer, 
/**
 * In the order it happened.
 */
events: Array<Event>, } | { "type": "ask", 
/**
 * The question.
 */
ask: Ask, } | { "type": "waiting", 
/**
 * Who.
 */
players: Array<number>, } | { "type": "rollback", 
/**
 * The number of the question that is asked again.
 */
ask: number, } | { "type": "shortcut", 
/**
 * Who.
 */
seat: number, 
/**
 * They shorten it, rather than accept it as it is.
 */
shortened: boolean, } | { "type": "rejected", 
/**
 * To which question.
 */
ask: number, 
/**
 * The rule that it breaks.
 */
rule: string, 
/**
 * Why, in a sentence.
 */
reason: string, } | { "type": "result", 
/**
 * How it ended.
 */
outcome: Outcome, } | { "type": "steps", 
/**
 * The question's number.
 */
ask: number, 
/**
 * What can be said: each can still end in a legal answer. Of card names, only those that the player knows are listed.
 */
options: Array<Step>, 
/**
 * The answer, when it is whole: nothing can be said any more.
 */
answer: Answer | null, } | { "type": "names", 
/**
 * The text.
 */
name: string, 
/**
 * The names.
 */
names: Array<string>, } | { "type": "table", 
/**
 * The table.
 */
info: TableInfo, 
/**
 * One's own seat; none of those who watch.
 */
you: number | null, } | { "type": "clocks", 
/**
 * Milliseconds left of each seat's time; none of bots.
 */
left: Array<number | null>, 
/**
 * Whose runs.
 */
runs: number | null, } | { "type": "sideboard", 
/**
 * As they are now.
 */
deck: DeckParts, } | { "type": "chat", 
/**
 * From which seat; none of those who watch.
 */
seat: number | null, 
/**
 * Who.
 */
name: string, 
/**
 * What.
 */
text: string, } | { "type": "automation", 
/**
 * How long it passes, while it does.
 */
passing: Until | null, 
/**
 * Where the player is asked for an action though nothing has happened. These win over everything else here; at those by default
 * only who can do more than add mana is asked.
 */
stops: Stops, 
/**
 * Pass where only passing is possible, or only what serves nothing, and outside the stops while the stack holds nothing of an
 * opponent's.
 */
auto_pass: boolean, 
/**
 * Put equal triggered abilities on the stack in any order.
 */
auto_order: boolean, 
/**
 * Where the player is asked how to pay: pay by what only taps for mana, where that is enough. Mana abilities are no reason to be
 * asked for an action then.
 */
auto_pay?: boolean, 
/**
 * Answers to questions that come again.
 */
yields: Array<Yield>, } | { "type": "error", 
/**
 * What, where, and what to do.
 */
reason: string, };
