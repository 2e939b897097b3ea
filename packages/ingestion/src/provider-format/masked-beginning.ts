/** Characters of a body that a provider's log keeps. */
const MAX_CHARACTERS = 200
const MASKED = /("[A-Za-z_$@][A-Za-z_.:$@-]{0,39}"(?=\s*:))|(<[/?!]?[a-zA-Z][a-zA-Z:_-]{0,39})|\p{L}|\p{N}/gu

/**
 * Returns the first characters of a body without its values: letters become x and digits 0, because any value may
 * name a patient. Names of members and of XML elements stay; a name with a capital letter at its beginning may be a
 * person's and stays only if the expression has it.
 */
export function maskBeginning(text: string, expression = ''): string {
  // Bytes that are no text, and line breaks, become spaces.
  const beginning = text.slice(0, MAX_CHARACTERS).replace(/[\p{C}\ufffd\s]+/gu, ' ')
  return beginning.replace(MASKED, (found: string, name?: string, element?: string) => {
    if (name !== undefined)
      return /^"[a-z_$@]/.test(name) || expression.includes(name.slice(1, -1))
        ? name
        : name.replace(/\w/g, 'x')
    if (element !== undefined) return element
    return /\p{N}/u.test(found) ? '0' : 'x'
  })
}
