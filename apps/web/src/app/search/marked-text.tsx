import { Fragment } from 'react'

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** The words of a search, longest first, so that of two that begin alike the longer one is marked. */
const wordsOf = (searched: string): string[] =>
  searched
    .split(/[\s>]+/)
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)

/** A text in which what a search matched is marked. */
export function MarkedText({ text, searched }: { readonly text: string; readonly searched: string }) {
  const whole = searched.trim()
  const wanted = text.toLowerCase().includes(whole.toLowerCase()) ? [whole] : wordsOf(whole)
  if (whole === '') return text
  const parts = text.split(new RegExp(`(${wanted.map(escapePattern).join('|')})`, 'i'))
  // What was matched stands at every second place.
  return parts.map((part, at) => {
    const key = `${at}${part}`
    return at % 2 === 1 ? <mark key={key}>{part}</mark> : <Fragment key={key}>{part}</Fragment>
  })
}
