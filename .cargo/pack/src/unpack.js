// Takes apart what is compressed with LZMA (lc=4, lp=0, pb=0, no header) and written in the 91 signs
// of `text.rs`: its first `length` bytes. Browsers bring no decoder that packs programs as small.
function unpack(packed, length) {
  const input = new Uint8Array(packed.length);
  const sign = (k) => {
    const byte = packed.charCodeAt(k);
    return byte - 33 - (byte > 34) - (byte > 60) - (byte > 92);
  };
  // Two signs are 13 bits, or 14 where there is room for them.
  let [bits, count, filled] = [0, 0, 0];
  for (let k = 0; k < packed.length; k += 2) {
    const pair = sign(k) + 91 * sign(k + 1);
    bits |= pair << count;
    count += (pair & 0x1fff) > 88 ? 13 : 14;
    for (; count >= 8; count -= 8, bits >>>= 8) input[filled++] = bits & 0xff;
  }

  const output = new Uint8Array(length);
  const even = (count) => new Uint16Array(count).fill(1024);

  // The range decoder: its first byte is always 0.
  let at = 1;
  let code = 0;
  let range = 0xffffffff;
  const grow = () => {
    range = (range << 8) >>> 0;
    code = ((code << 8) | input[at++]) >>> 0;
  };
  for (let k = 0; k < 4; k++) code = ((code << 8) | input[at++]) >>> 0;
  const bit = (odds, place) => {
    const bound = (range >>> 11) * odds[place];
    const one = code >= bound;
    if (one) {
      range -= bound;
      code -= bound;
      odds[place] -= odds[place] >>> 5;
    } else {
      range = bound;
      odds[place] += (2048 - odds[place]) >>> 5;
    }
    if (range < 0x1000000) grow();
    return one ? 1 : 0;
  };
  const direct = (count) => {
    let number = 0;
    while (count-- > 0) {
      range >>>= 1;
      const one = code >= range ? 1 : 0;
      if (one) code -= range;
      if (range < 0x1000000) grow();
      number = number * 2 + one;
    }
    return number;
  };
  const tree = (odds, base, bits) => {
    let node = 1;
    for (let k = 0; k < bits; k++) node = node * 2 + bit(odds, base + node);
    return node - (1 << bits);
  };
  const reversed = (odds, base, bits) => {
    let [node, number] = [1, 0];
    for (let k = 0; k < bits; k++) {
      const one = bit(odds, base + node);
      node = node * 2 + one;
      number |= one << k;
    }
    return number;
  };

  const literals = even(16 * 0x300);
  const [isMatch, isRep, isRep0, isRep1, isRep2, isLong] = Array.from({ length: 6 }, () => even(12));
  const slots = even(4 * 64);
  const special = even(115);
  const align = even(16);
  const lengths = () => ({ choice: even(2), low: even(8), mid: even(8), high: even(256) });
  const [matchLength, repLength] = [lengths(), lengths()];
  const lengthOf = ({ choice, low, mid, high }) => {
    if (!bit(choice, 0)) return tree(low, 0, 3);
    return bit(choice, 1) ? 16 + tree(high, 0, 8) : 8 + tree(mid, 0, 3);
  };

  let [state, rep0, rep1, rep2, rep3] = [0, 0, 0, 0, 0];
  let end = 0;
  while (end < length) {
    if (!bit(isMatch, state)) {
      const base = 0x300 * ((end > 0 ? output[end - 1] : 0) >> 4);
      let node = 1;
      if (state >= 7) {
        // After a match, the byte that it would have gone on with says which odds to take.
        let other = output[end - rep0 - 1];
        let [expected, one] = [0, 0];
        do {
          expected = (other >> 7) & 1;
          other <<= 1;
          one = bit(literals, base + ((1 + expected) << 8) + node);
          node = node * 2 + one;
        } while (one === expected && node < 0x100);
      }
      while (node < 0x100) node = node * 2 + bit(literals, base + node);
      output[end++] = node & 0xff;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let size;
    if (bit(isRep, state)) {
      if (!bit(isRep0, state)) {
        if (!bit(isLong, state)) {
          output[end] = output[end - rep0 - 1];
          end++;
          state = state < 7 ? 9 : 11;
          continue;
        }
      } else if (!bit(isRep1, state)) {
        [rep0, rep1] = [rep1, rep0];
      } else if (!bit(isRep2, state)) {
        [rep0, rep1, rep2] = [rep2, rep0, rep1];
      } else {
        [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      }
      size = lengthOf(repLength);
      state = state < 7 ? 8 : 11;
    } else {
      [rep1, rep2, rep3] = [rep0, rep1, rep2];
      size = lengthOf(matchLength);
      state = state < 7 ? 7 : 10;
      const slot = tree(slots, 64 * Math.min(size, 3), 6);
      const bits = (slot >> 1) - 1;
      if (slot < 4) rep0 = slot;
      else {
        rep0 = (2 | (slot & 1)) * 2 ** bits;
        if (slot < 14) rep0 += reversed(special, rep0 - slot, bits);
        else {
          rep0 += direct(bits - 4) * 16;
          rep0 += reversed(align, 0, 4);
        }
      }
    }
    if (rep0 >= end) throw new Error("this file is damaged");
    for (let stop = Math.min(end + size + 2, length); end < stop; end++) output[end] = output[end - rep0 - 1];
  }
  return output;
}
