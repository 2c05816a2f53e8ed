//! Times and percentages as the command line has them.

use std::time::Duration;

/// A limit of time, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(pub Option<Duration>);

/// `30s`, `10m`, `8h`, `500ms`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit.trim() {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3_600.0,
        "d" => 86_400.0,
        _ => return Err("a time is a number with ms, s, m, h or d: 30s, 10m".to_owned()),
    };
    let number: f64 = number.parse().map_err(|_| "a time is a number with its unit: 30s, 10m".to_owned())?;
    Duration::try_from_secs_f64(number * seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "a time is more than nothing, and less than eternity".to_owned())
}

/// A time, or `none`.
pub fn limit(text: &str) -> Result<Limit, String> {
    if text == "none" { Ok(Limit(None)) } else { duration(text).map(|time| Limit(Some(time))) }
}

/// `1%`, `±0.5%`, `0.01`: a share of 1.
pub fn percent(text: &str) -> Result<f64, String> {
    let wrong = || "write it like 1% or ±0.5%".to_owned();
    let bare = text.trim().trim_start_matches(['±', '+', '-', '/']);
    let share = match bare.strip_suffix('%') {
        Some(number) => number.trim().parse::<f64>().map_err(|_| wrong())? / 100.0,
        None => bare.parse::<f64>().map_err(|_| wrong())?,
    };
    if bare.ends_with('%') || share < 1.0 {
        (share > 0.0 && share < 0.5).then_some(share).ok_or_else(|| "it is between 0% and 50%".to_owned())
    } else {
        Err(wrong())
    }
}

/// `95%`, `0.99`: a share of 1.
pub fn confidence(text: &str) -> Result<f64, String> {
    let bare = text.trim();
    let share = match bare.strip_suffix('%') {
        Some(number) => number.trim().parse::<f64>().map(|n| n / 100.0),
        None => bare.parse::<f64>(),
    };
    let share = share.map_err(|_| "write it like 95%".to_owned())?;
    (0.5..1.0).contains(&share).then_some(share).ok_or_else(|| "it is at least 50% and less than 100%".to_owned())
}

/// How many games a match has at most.
pub fn odd(text: &str) -> Result<u32, String> {
    text.parse::<u32>().ok().filter(|n| n % 2 == 1 && *n <= 9).ok_or_else(|| "it is 1, 3, 5, 7 or 9".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_shares_are_read() {
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("7"), Ok(Duration::from_secs(7)));
        for wrong in ["", "m", "0s", "1 year", "-3s", "1e400s", "..s", "99999999999999999999999d"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert_eq!(limit("none"), Ok(Limit(None)));
        assert_eq!(percent("±1%"), Ok(0.01));
        assert_eq!(percent("0.02"), Ok(0.02));
        for wrong in ["0%", "50%", "1", "many", "nan%", "-"] {
            assert!(percent(wrong).is_err(), "{wrong}");
        }
        assert_eq!(confidence("99%"), Ok(0.99));
        assert!(confidence("100%").is_err() && confidence("nan").is_err());
        assert!(odd("3") == Ok(3) && odd("2").is_err() && odd("0").is_err());
    }
}
