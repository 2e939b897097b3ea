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
  /** Shows the chips in one scrolling line on a phone, with the list below. */
  readonly inLine?: boolean
  /** Uses small chips for little space. */
  readonly small?: boolean
  /** Returns the path for a category. */
  readonly pathOf: (category: string) => string
}

/** Categories of equipment as links with their total number, available or not. */
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
  // In one line the chosen chip may be out of view, and then nothing names the category of the list below.
  useEffect(() => {
    const item = chosenItem.current
    const line = item?.parentElement
    // Keeps the margin of the line, which is the offset of the first chip.
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
