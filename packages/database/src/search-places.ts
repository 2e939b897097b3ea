/**
 * Tells the places that a search text finds: any level's name contains the text, or, when the text has a `>`, the names
 * joined by `>` do. Case and spaces around a `>` do not matter.
 */
export function placeMatcher(text: string): (fullName: readonly string[]) => boolean {
  if (!text.includes('>')) {
    const searched = text.toUpperCase()
    return (fullName) => fullName.some((name) => name.toUpperCase().includes(searched))
  }
  const wanted = joinedPath(text.split('>'))
  return (fullName) => joinedPath(fullName).includes(wanted)
}

const joinedPath = (names: readonly string[]): string =>
  names.map((name) => name.trim().toUpperCase()).join('>')
