//! Bytes as text, in the 91 signs of ASCII that mean nothing in a script or a string: a tenth shorter
//! than base64. `unpack.js` reads it.
//!
//! Two signs hold 91 * 91 = 8281 numbers: 13 bits, and the 14th where the 13 are one of the 89 for
//! which there is room (the idea is Joachim Henke's, in basE91).

/// How many numbers of 14 bits two signs hold beside all of 13.
const ROOM: u32 = 91 * 91 - (1 << 13);

/// Writes bytes as an even number of signs. What is read again may have a byte 0 more at its end.
pub fn written(content: &[u8]) -> String {
    let mut text = String::with_capacity(content.len() * 5 / 4);
    let (mut bits, mut count) = (0u32, 0);
    for &byte in content {
        bits |= u32::from(byte) << count;
        count += 8;
        // With 14 bits at hand it is known which of both it will be.
        if count >= 14 {
            let low = bits & 0x1fff;
            let (pair, taken) = if low >= ROOM {
                (low, 13)
            } else {
                (bits & 0x3fff, 14)
            };
            push(&mut text, pair);
            bits >>= taken;
            count -= taken;
        }
    }
    if count > 0 {
        push(&mut text, bits);
    }
    text
}

/// Two signs.
fn push(text: &mut String, pair: u32) {
    text.extend([sign(pair % 91), sign(pair / 91)]);
}

/// The printable signs but `"`, `<` and `\`, in their order.
fn sign(digit: u32) -> char {
    let signs = (b'!'..=b'~').filter(|sign| !b"\"<\\".contains(sign));
    let sign = signs.map(char::from).nth(digit as usize);
    sign.expect("a digit is below 91")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `unpack.js` does.
    fn read(text: &str) -> Vec<u8> {
        let digits: Vec<u32> = text
            .bytes()
            .map(|byte| {
                u32::from(byte)
                    - 33
                    - u32::from(byte > 34)
                    - u32::from(byte > 60)
                    - u32::from(byte > 92)
            })
            .collect();
        let (mut bits, mut count, mut content) = (0u32, 0, Vec::new());
        for pair in digits.chunks(2) {
            let pair = pair[0] + 91 * pair[1];
            bits |= pair << count;
            count += if pair & 0x1fff > 88 { 13 } else { 14 };
            while count >= 8 {
                content.push(bits as u8);
                bits >>= 8;
                count -= 8;
            }
        }
        content
    }

    #[test]
    fn every_byte_comes_back() {
        let patterns: [fn(usize) -> u8; 4] =
            [|_| 0, |_| 255, |k| k as u8, |k| (k * k * 31 / 7) as u8];
        for pattern in patterns {
            for length in (0..40).chain([1000, 4097]) {
                let content: Vec<u8> = (0..length).map(pattern).collect();
                let text = written(&content);
                assert!(
                    text.bytes()
                        .all(|sign| (33..127).contains(&sign) && !b"\"<\\".contains(&sign))
                );
                let back = read(&text);
                assert_eq!(&back[..length], content);
                assert!(back[length..].iter().all(|&byte| byte == 0));
            }
        }
        assert!(
            written(&[7; 13_000]).len() < 16_100,
            "not shorter than base64"
        );
    }
}
