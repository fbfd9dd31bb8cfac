//! Which keys a mapping has, and where they stand: the shape alone forgets both.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{
        DeserializeSeed, IntoDeserializer as _, MapAccess, Visitor, value::MapAccessDeserializer,
    },
};

use super::place::{Located, Place};

/// A mapping with the places of its keys.
#[derive(Debug)]
pub(crate) struct Given<T> {
    pub(crate) value: T,
    pub(crate) keys: Vec<Located<String>>,
}

impl<T> Given<T> {
    pub(crate) fn place(&self, name: &str) -> Option<Place> {
        self.keys.iter().find(|key| key.value == name).map(|key| key.at)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Given<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Mapping(std::marker::PhantomData))
    }
}

struct Mapping<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Mapping<T> {
    type Value = Given<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let mut keys = Vec::new();
        let noting = Noting { map, keys: &mut keys };
        let value = T::deserialize(MapAccessDeserializer::new(noting))?;
        Ok(Given { value, keys })
    }
}

/// Hands a mapping on and notes its keys.
struct Noting<'a, A> {
    map: A,
    keys: &'a mut Vec<Located<String>>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Noting<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        self.map.next_key_seed(Key { seed, keys: self.keys })
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

struct Key<'a, K> {
    seed: K,
    keys: &'a mut Vec<Located<String>>,
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for Key<'_, K> {
    type Value = K::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<K::Value, D::Error> {
        let key = Located::<String>::deserialize(deserializer)?;
        let name = key.value.clone();
        self.keys.push(key);
        self.seed.deserialize(name.into_deserializer())
    }
}
