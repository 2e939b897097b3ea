import { Fragment, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './search-dialog.module.css'
import type { SearchGroup, SearchHit } from './search-hit.ts'
import type { SearchList } from './use-search-list.ts'

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/**
 * Returns the words of a search, longest first, so that the longer of two words with the same beginning is marked.
 */
const wordsOf = (searched: string): string[] =>
  searched
    .split(/[\s>]+/)
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)

/** A text with the matches of a search marked. */
function MarkedText({ text, searched }: { readonly text: string; readonly searched: string }) {
  const whole = searched.trim()
  const wanted = text.toLowerCase().includes(whole.toLowerCase()) ? [whole] : wordsOf(whole)
  if (whole === '') return text
  const parts = text.split(new RegExp(`(${wanted.map(escapePattern).join('|')})`, 'i'))
  // Every second part is a match.
  return parts.map((part, at) => {
    const key = `${at}${part}`
    return at % 2 === 1 ? <mark key={key}>{part}</mark> : <Fragment key={key}>{part}</Fragment>
  })
}

/** Returns the id of a hit's element. */
export const optionId = (listId: string, { key }: SearchHit): string => `${listId}-${encodeURIComponent(key)}`

interface SearchGroupsProps {
  readonly id: string
  readonly text: string
  readonly list: SearchList
}

/** Hits of the search, under a heading for each kind. */
export function SearchGroups({ id, text, list }: SearchGroupsProps) {
  const { t } = useTranslation('search')
  const { groups, active, pending } = list
  const activeId = active && optionId(id, active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div role="listbox" id={id} aria-label={t('results')} aria-busy={pending} className={styles.list}>
      {groups.map((group) => (
        <Group key={group.key} id={id} group={group} text={text} list={list} />
      ))}
    </div>
  )
}

function Group({ id, group, text, list }: SearchGroupsProps & { readonly group: SearchGroup }) {
  const headingId = `${id}-${group.key}`
  return (
    <div role="group" aria-labelledby={headingId} className={styles.group}>
      <p id={headingId} role="presentation" className={styles.heading}>
        {group.heading}
      </p>
      {group.hits.map((hit) => (
        <Hit
          key={hit.key}
          id={optionId(id, hit)}
          hit={hit}
          text={text}
          active={hit.key === list.active?.key}
          onOpen={() => list.open(hit)}
        />
      ))}
    </div>
  )
}

interface HitProps {
  readonly id: string
  readonly hit: SearchHit
  readonly text: string
  readonly active: boolean
  readonly onOpen: () => void
}

function Hit({ id, hit: { key, text: name, detail, Icon, target }, text, active, onOpen }: HitProps) {
  const isList = key.startsWith('list:')
  const shared = {
    id,
    role: 'option',
    'aria-selected': active,
    tabIndex: -1,
    className: [styles.hit, active && styles.active, isList && styles.toList, detail && styles.detailed]
      .filter(Boolean)
      .join(' '),
  } as const
  const content = (
    <>
      <Icon size={18} strokeWidth={1.8} aria-hidden className={styles.icon} />
      <span className={styles.name}>{isList ? name : <MarkedText text={name} searched={text} />}</span>
      {detail === '' ? null : (
        <span className={styles.detail}>
          <MarkedText text={detail} searched={text} />
        </span>
      )}
    </>
  )
  if ('run' in target)
    return (
      <div {...shared} onClick={onOpen}>
        {content}
      </div>
    )
  return (
    <a
      {...shared}
      href={target.href}
      onClick={(event) => {
        // With a modifier key the browser opens the link itself.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
    >
      {content}
    </a>
  )
}
