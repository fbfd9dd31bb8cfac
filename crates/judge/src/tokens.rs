//! What a text costs a model that reads it.

/// Tokens of the o200k vocabulary.
pub fn tokens(text: &str) -> usize {
    bpe_openai::o200k_base().count(text)
}
