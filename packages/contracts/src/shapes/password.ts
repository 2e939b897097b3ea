/** Minimum number of characters in a new password. @see NIST SP 800-63B, 3.1.1.2 */
export const MIN_PASSWORD_CHARACTERS = 12
/** Maximum number of bytes, because bcrypt ignores further ones. */
export const MAX_PASSWORD_BYTES = 72

/** True if a new password has the minimum length and is within the limit of bcrypt. */
export const hasPasswordLength = (password: string): boolean =>
  [...password].length >= MIN_PASSWORD_CHARACTERS &&
  new TextEncoder().encode(password).length <= MAX_PASSWORD_BYTES

/**
 * Words from the beginning of lists of leaked passwords, and words that are common in a hospital. Attackers first try
 * passwords made only of such words, even those of ten characters or more. @see NIST SP 800-63B, 5.1.1.2
 */
const COMMON_WORDS =
  'abc access admin administrator alarm angel april asset assets august autumn baby baseball basketball batman change ' +
  'changeit changeme charlie chocolate clinic company computer cookie daniel december default demo device doctor dragon ' +
  'easter enter family february flower football forever freedom friday friends game george ginger guest health hello ' +
  'hospital hunter iloveyou internet is january jennifer jessica jesus jordan july june justin killer letmein liverpool ' +
  'login london love lovely lucky manager march master matrix matthew me medical merlin michael monday money monitor ' +
  'monkey music my mynoob nurse october operator pass passw0rd passwort password passwords patient pepper pokemon power ' +
  'princess private pump purple qwert qwerty qwertz robert root samsung saturday secret security september server ' +
  'shadow soccer spring starwars summer sunday sunshine super superman system temp temporary test tester testing the ' +
  'this thomas thursday tigger track trustno tuesday user ward wardtrack wednesday welcome whatever william winter ' +
  'wizard xyz you zaq contrasena clave hola krankenhaus sommer winterzeit geheim hallo willkommen'
const WORDS: ReadonlySet<string> = new Set(COMMON_WORDS.split(' '))
const MAX_WORD_LENGTH = 13

/** Adjacent keys, and letters and digits in order. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
]
const NEIGHBOURS: ReadonlySet<string> = new Set(
  ROWS.flatMap((row) => [...row].slice(1).flatMap((key, at) => [`${row[at]}${key}`, `${key}${row[at]}`])),
)
/** Characters that replace letters. */
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
/** Minimum number of characters besides the guessable parts. */
const MIN_PAUSE = 4
const MIN_DISTINCT = 5

/**
 * Returns true if attackers try a password early. Such passwords repeat a few characters, follow a row of keys,
 * combine common words with digits, or consist mainly of the account's name.
 */
export function isEasyToGuess(password: string, username = ''): boolean {
  const text = password.toLowerCase()
  return (
    isRepeated(text) ||
    isRowOfKeys(text) ||
    isMadeOfCommonWords(text) ||
    (username !== '' && text.replaceAll(username.toLowerCase(), '').length < MIN_PAUSE)
  )
}

function isRepeated(text: string): boolean {
  if (new Set(text).size < MIN_DISTINCT) return true
  return [1, 2, 3, 4, 5, 6].some((unit) => [...text].every((sign, at) => sign === text[at % unit]))
}

/** Returns true if nearly every character continues the previous one, as on a keyboard or in the alphabet. */
function isRowOfKeys(text: string): boolean {
  const pairs = [...text].slice(1).filter((sign, at) => !NEIGHBOURS.has(`${text[at]}${sign}`))
  return pairs.length < MIN_PAUSE
}

/** Returns true if the letters are only common words, with digits replaced by letters or removed. */
function isMadeOfCommonWords(text: string): boolean {
  const plain = text.replaceAll(/[^a-z]/g, '')
  const signs = [...text]
  const isLetter = (sign: string): boolean => sign >= 'a' && sign <= 'z'
  const end = signs.length - [...signs].reverse().findIndex(isLetter)
  const inner = signs.slice(signs.findIndex(isLetter), end)
  const read = inner.map((sign) => LETTERS[sign] ?? sign).join('')
  return [plain, read.replaceAll(/[^a-z]/g, '')].some(
    (letters) => letters !== '' && dividesIntoWords(letters),
  )
}

function dividesIntoWords(letters: string): boolean {
  const ends = new Set([0])
  for (let from = 0; from < letters.length; from += 1) {
    if (!ends.has(from)) continue
    for (let length = 2; length <= MAX_WORD_LENGTH; length += 1)
      if (WORDS.has(letters.slice(from, from + length))) ends.add(from + length)
  }
  return ends.has(letters.length)
}
