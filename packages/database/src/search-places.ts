/**
 * Creates a function that returns true for the places that match a search text. A place matches when any level's name
 * contains the text. A text with `>` is searched in the names joined by `>`. Case and spaces around a `>` are
 * ignored.
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
