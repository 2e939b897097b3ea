import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '@wardtrack/contracts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import styles from './category-chips.module.css'
import { categoriesQuery } from './nearest.query.ts'

interface CategoryChipsProps {
  readonly chosen?: string
  /** On a phone they stand in one line that scrolls: what they lead to stands below. */
  readonly inLine?: boolean
  /** Many fit into little room. */
  readonly small?: boolean
  /** Where a category leads to. */
  readonly pathOf: (category: string) => string
}

/** The categories of equipment as links, each with how many there are in all, free or not. */
export function CategoryChips({ chosen = '', inLine = false, small = false, pathOf }: CategoryChipsProps) {
  const { t } = useTranslation('nearest')
  const categories = useQuery(categoriesQuery())
  return (
    <QueryState query={categories} failed={t('categoriesFailed')}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState title={t('noCategories')} why={t('noCategoriesWhy')} />
        ) : (
          <ChipList chosen={chosen} inLine={inLine} small={small} categories={list} pathOf={pathOf} />
        )
      }
    </QueryState>
  )
}

interface ChipListProps extends Required<CategoryChipsProps> {
  readonly categories: ResponseOf<'nearestCategories'>['categories']
}

function ChipList({ chosen, inLine, small, categories, pathOf }: ChipListProps) {
  const { t } = useTranslation('nearest')
  const chosenItem = useRef<HTMLLIElement>(null)
  // In one line the chosen one may stand out of sight, and then nothing tells what the list below is of.
  useEffect(() => {
    const item = chosenItem.current
    const line = item?.parentElement
    // The line's own edge stays where it is: it is as far from the first one.
    const edge = (line?.firstElementChild as HTMLElement | null)?.offsetLeft ?? 0
    if (item && line) line.scrollLeft = item.offsetLeft - edge
  }, [chosen, inLine])
  return (
    <ul className={`${styles.chips} ${inLine ? styles.inLine : ''} ${small ? styles.small : ''}`}>
      {categories.map(({ category, alias, count }) => (
        <li key={category} ref={category === chosen ? chosenItem : undefined}>
          <Link
            className={styles.chip}
            to={pathOf(category)}
            aria-current={category === chosen ? 'true' : undefined}
          >
            <span>{alias}</span>
            <span className={styles.count}>{t('inAll', { count })}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
