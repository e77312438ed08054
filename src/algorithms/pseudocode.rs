//! How an algorithm's pseudocode is written down.

/// The lines of a pseudocode, first line first: `Line`, with a variant for each, and `PSEUDOCODE`,
/// the table of their texts. Two spaces at a text's beginning are one level of indentation.
macro_rules! pseudocode {
    ($($line:ident => $text:literal,)*) => {
        /// The lines of the pseudocode, in its order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Line {
            $(
                #[doc = concat!("`", $text, "`")]
                $line,
            )*
        }

        /// The lines' texts, in their order.
        pub static PSEUDOCODE: &[$crate::model::CodeLine<Line>] = &[
            $($crate::model::CodeLine::new(Line::$line, $text),)*
        ];
    };
}
