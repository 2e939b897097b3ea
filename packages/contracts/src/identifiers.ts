/** Characters that nobody sees: soft hyphen, byte order mark, zero-width spaces, marks of the text direction. */
const INVISIBLE = /\p{Cf}/gu
/** Characters that nobody sees, apart from joiners (U+200C, U+200D), which some languages need. */
const INVISIBLE_MARKS = /(?![\u200c\u200d])\p{Cf}/gu
const ASCII_AND_JOINERS = /^[\x20-\x7e\u200c\u200d]*$/

/** Returns an identifier as it is stored: composed (NFC), without invisible marks and outer spaces. */
export function cleanIdentifier(text: string): string {
  // Most identifiers are plain; each event has several.
  if (/^[\x21-\x7e]*$/.test(text)) return text
  const visible = text.normalize('NFC').replaceAll(INVISIBLE_MARKS, '')
  return (ASCII_AND_JOINERS.test(visible) ? visible.replaceAll(INVISIBLE, '') : visible).trim()
}

/** A hardware address (EUI-48, EUI-64) in lower case, in pairs or in groups of four. */
const PAIRS = /^[0-9a-f]{2}(?:([:\-. ])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}(?:(?:\1[0-9a-f]{2}){2})?$/
const GROUPS = /^[0-9a-f]{4}(?:([:\-. ])[0-9a-f]{4})(?:\1[0-9a-f]{4}){1,2}$/
const PLAIN = /^[0-9a-f]{12}(?:[0-9a-f]{4})?$/

/**
 * Returns the form in which tag ids are compared: in lower case, without invisible characters. All notations of a
 * hardware address are the same: `AA:BB:CC:DD:EE:FF`, `aa-bb-cc-dd-ee-ff`, `aabb.ccdd.eeff` and `aabbccddeeff`.
 */
export function tagIdKey(tagId: string): string {
  const key = cleanIdentifier(tagId).replaceAll(INVISIBLE, '').toLowerCase()
  return PAIRS.test(key) || GROUPS.test(key) ? key.replaceAll(/[:\-. ]/g, '') : key
}

/** Returns the spellings of a tag id under which an asset may hold the tag: the id itself, its case, its notations. */
export function tagIdSpellings(tagId: string): string[] {
  const id = cleanIdentifier(tagId)
  const key = tagIdKey(tagId)
  const pairs = key.match(/../g) ?? []
  const forms = PLAIN.test(key)
    ? [key, ...[':', '-', ' ', '.'].map((mark) => pairs.join(mark)), (key.match(/.{4}/g) ?? []).join('.')]
    : [key]
  return [...new Set([id, ...forms, ...forms.map((form) => form.toUpperCase())])]
}
