/** A space, or the end of a comment's line and the beginning of the next. */
const GAP = String.raw`(?: |\s*\n\s*(?:\*|//)? ?)`

/** Patterns that cite a document outside the repository. */
const CITATION = new RegExp(
  [
    String.raw`\u00a7 ?\d*`,
    String.raw`\b[Rr]ows?${GAP}\d{1,3}\b`,
    String.raw`\b(?:calls|features|ingestion|language|targets|toolchain|vocabulary)\.md`,
    String.raw`\bspecification${GAP}[12]\b`,
    String.raw`\([12] \d+\)`,
    String.raw`\bdesign${GAP}language\b`,
  ].join('|'),
  'gi',
)

/**
 * Finds citations of documents that are not in the repository: numbers of rows and sections, and design files. Text
 * cites a call by its operation id, and a decision by its ADR.
 */
export function citationsIn(text) {
  return [...text.matchAll(CITATION)].map(({ 0: cited, index }) => ({
    line: text.slice(0, index).split('\n').length,
    text: cited.replaceAll(/\s*\n[\s*/]*/g, ' '),
  }))
}
