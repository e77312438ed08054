//! What the page keeps in the browser, and what two of its windows say to each other: a record of
//! JSON, by the browser's own reader. (One in Rust would be the largest thing of a first visit that
//! is not about consensus.)

use js_sys::{Array, JSON, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// A record with fields of these kinds. One that is missing, or of another kind, is none.
pub struct Record(Object);

impl Record {
    /// Without fields.
    pub fn new() -> Self {
        Record(Object::new())
    }

    /// From its text.
    pub fn read(text: &str) -> Option<Self> {
        let value = JSON::parse(text).ok()?;
        value.dyn_into::<Object>().ok().map(Record)
    }

    /// Its text.
    pub fn text(&self) -> String {
        JSON::stringify(&self.0).map_or_else(|_| String::new(), String::from)
    }

    /// With a field more.
    pub fn with(self, name: &str, value: impl Into<JsValue>) -> Self {
        // An object of ours takes any field.
        let _ = Reflect::set(&self.0, &name.into(), &value.into());
        self
    }

    /// With a text, where there is one.
    pub fn with_text(self, name: &str, text: Option<&str>) -> Self {
        match text {
            Some(text) => self.with(name, text),
            None => self,
        }
    }

    /// With texts.
    pub fn with_texts(self, name: &str, texts: &[String]) -> Self {
        let array: Array = texts.iter().map(|text| JsValue::from_str(text)).collect();
        self.with(name, array)
    }

    fn field(&self, name: &str) -> JsValue {
        Reflect::get(&self.0, &name.into()).unwrap_or_default()
    }

    /// A text.
    pub fn string(&self, name: &str) -> Option<String> {
        self.field(name).as_string()
    }

    /// Whether a field is true.
    pub fn flag(&self, name: &str) -> bool {
        self.field(name).as_bool().unwrap_or(false)
    }

    /// A number that counts something.
    pub fn count(&self, name: &str) -> Option<usize> {
        let number = self.field(name).as_f64()?;
        (number >= 0.0).then_some(number as usize)
    }

    /// The texts of a list.
    pub fn texts(&self, name: &str) -> Vec<String> {
        let list = self.field(name).dyn_into::<Array>().unwrap_or_default();
        list.iter().filter_map(|text| text.as_string()).collect()
    }
}
