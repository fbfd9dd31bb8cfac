//! Command-line values that are one of a few words, read by the type that has them.

use std::fmt::Debug;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use strum::VariantNames;

pub(super) fn words<T>() -> impl TypedValueParser<Value = T>
where
    T: VariantNames + FromStr<Err: Debug> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(T::VARIANTS).try_map(|word| {
        word.parse::<T>()
            .map_err(|_| std::io::Error::other(format!("{word} is not one of the known words")))
    })
}
