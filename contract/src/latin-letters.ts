// The one table of Latin letters that stand for others, for messages in the GSM alphabet and for
// payment files: letters that Unicode does not take apart, as Unicode's CLDR writes them in ASCII
// (Latin-ASCII). Letters with accents need no row: they lose them.

/** Each character of the left is written as the text on the right. */
type Row = readonly [characters: string, replacement: string];

const rows: readonly Row[] = [
  ['œ', 'oe'],
  ['Œɶ', 'OE'],
  ['ĳ', 'ij'],
  ['Ĳ', 'IJ'],
  ['ɛǝəɘᵉɇᶒᶓⱸ', 'e'],
  ['ƐƎƏɆᴇ', 'E'],
  ['ɔɵºᵒøⱺꝋꝍ', 'o'],
  ['ƆƟØᴏꝊꝌ', 'O'],
  ['ŋɲƞȵɳᵰᶇꝴ', 'n'],
  ['ŊƝɴȠ', 'N'],
  ['ɓƀƃᵬᶀ', 'b'],
  ['ƁɃƂʙᴃ', 'B'],
  ['ɗɖđðᵈƌȡᵭᶁᶑꝱꝺ', 'd'],
  ['ƊƉĐÐƋᴅᴆꝹ', 'D'],
  ['ƙᶄⱪꝁꝃꝅ', 'k'],
  ['ƘᴋⱩꝀꝂꝄ', 'K'],
  ['ƴɏỿ', 'y'],
  ['ƳɎʏỾ', 'Y'],
  ['ƒᵮᶂꝼ', 'f'],
  ['ƑꜰꝻ', 'F'],
  ['ɣɠǥɡᶃ', 'g'],
  ['ƔƓǤɢʛ', 'G'],
  ['ɩɨıᶖ', 'i'],
  ['ƖƗɪᵻ', 'I'],
  ['ʊʉᶙ', 'u'],
  ['ƱɄᴜᵾ', 'U'],
  ['ʋᶌỽⱱⱴꝟ', 'v'],
  ['ƲᴠỼꝞ', 'V'],
  ['ƈȼɕ', 'c'],
  ['ƇȻᴄ', 'C'],
  ['ƥᵱᵽᶈꝑꝓꝕ', 'p'],
  ['ƤᴘⱣꝐꝒꝔ', 'P'],
  ['ƭʈŧƫȶᵵⱦꝷꞇ', 't'],
  ['ƬƮŦȾᴛꞆ', 'T'],
  ['ɦħɧⱨ', 'h'],
  ['ꞪĦʜⱧ', 'H'],
  ['łŀɭƚȴɫɬᶅⱡꝇꝉꝲ', 'l'],
  ['ŁĿȽʟᴌⱠⱢꝆꝈ', 'L'],
  ['ʃ', 'sh'],
  ['Ʃ', 'Sh'],
  ['þᵺꝥꝧ', 'th'],
  ['Þ', 'Th'],
  ['ʳɍɼɽɾᵲᵳᶉꝵ', 'r'],
  ['ˢȿʂᵴᶊẜẝ', 's'],
  ['ªᵃᶏⱥ', 'a'],
  ['æ', 'ae'],
  ['Æᴁ', 'AE'],
  ['ß', 'ss'],
  ['ẞ', 'SS'],
  ['ĸʠꝗꝙɋ', 'q'],
  ['ƕ', 'hv'],
  ['Ƕ', 'HV'],
  ['Ƣ', 'OI'],
  ['ƣ', 'oi'],
  ['ƵȤᴢⱫⱿ', 'Z'],
  ['ƶȥɀʐʑᵶᶎⱬ', 'z'],
  ['ȷɉɟʝ', 'j'],
  ['ȸ', 'db'],
  ['ȹ', 'qp'],
  ['Ⱥᴀ', 'A'],
  ['Ɉᴊ', 'J'],
  ['ɌʀⱤꝶ', 'R'],
  ['ɱᵯᶆꝳ', 'm'],
  ['ʣʥ', 'dz'],
  ['ʦ', 'ts'],
  ['ʪ', 'ls'],
  ['ʫ', 'lz'],
  ['ᴍⱮ', 'M'],
  ['ᴡⱲ', 'W'],
  ['ᵫ', 'ue'],
  ['ᶍ', 'x'],
  ['Ỻ', 'LL'],
  ['ỻ', 'll'],
  ['ⱳ', 'w'],
  ['Ȿꜱ', 'S'],
  ['Ꜳ', 'AA'],
  ['ꜳ', 'aa'],
  ['Ꜵ', 'AO'],
  ['ꜵ', 'ao'],
  ['Ꜷ', 'AU'],
  ['ꜷ', 'au'],
  ['ꜸꜺ', 'AV'],
  ['ꜹꜻ', 'av'],
  ['Ꜽ', 'AY'],
  ['ꜽ', 'ay'],
  ['Ꝏ', 'OO'],
  ['ꝏ', 'oo'],
  ['ꝖꝘɊ', 'Q'],
  ['Ꝡ', 'VY'],
  ['ꝡ', 'vy'],
  ['ꝤꝦ', 'TH'],
  ['ŉ', "'n"],
];

export const latinLetters: ReadonlyMap<string, string> = new Map(
  rows.flatMap(([characters, replacement]) =>
    [...characters].map((character) => [character, replacement] as const),
  ),
);

/** Apostrophes of names: N’Diaye, Maʼa, and the letter that languages of the coast write. */
const apostrophes = /[‘’‛′ʹʻʼʽˈʾʿ`´\ua78b\ua78c\uff07]/g;
const marks = /\p{M}/gu;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const beyondAscii = /[^\0-\x7f]/gu;

const withStandIns = (text: string): string =>
  text.replace(beyondAscii, (letter) => latinLetters.get(letter) ?? letter);

/**
 * The text with its Latin letters in ASCII. `lost` are the letters and digits of other scripts,
 * each once: nothing in ASCII stands for them, and they stay in the text. Signs stay as well.
 */
export function toAsciiLetters(given: string): { text: string; lost: readonly string[] } {
  // Marks go first: to put many of them in order would cost the square of their number.
  const bare = given.replace(invisible, '').replace(marks, '').replace(apostrophes, "'");
  // Before it is taken apart, too: ŀ would become a letter and a dot, which is a sign of its own.
  const text = withStandIns(withStandIns(bare).normalize('NFKD').replace(marks, ''))
    // ẚ is a letter and an apostrophe.
    .replace(apostrophes, "'");
  const lost = text.match(/[\p{L}\p{N}]/gu)?.filter((letter) => letter > '\x7f') ?? [];
  return { text, lost: [...new Set(lost)] };
}
