import { Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../lib/use-media.ts'
import styles from './pager.module.css'

interface PagerProps {
  /** Names the pages for screen readers, as in `Pages of Location history`. */
  readonly label?: string
  /** One-based. */
  readonly page: number
  readonly pageSize: number
  readonly total: number
  /** Number of rows on this page. */
  readonly shown: number
  /** Page sizes to choose from, and the name of that choice; without them the size is fixed. */
  readonly sizes?: { readonly options: readonly number[]; readonly label: string } | undefined
  /** Shows fewer page numbers, for a pager in a panel. */
  readonly inPanel?: boolean
  readonly onPage: (page: number, pageSize: number) => void
}

/** The shown rows, their total, and links to other pages. A new page size starts at the first page. */
export function Pager(props: PagerProps) {
  const { t } = useTranslation('common')
  const { label, page, pageSize, total, shown, sizes, inPanel = false, onPage } = props
  const phone = usePhone()
  const first = (page - 1) * pageSize + 1
  return (
    <nav
      className={`${styles.pager} ${inPanel ? styles.inPanel : ''}`}
      aria-label={label ?? t('pager.label')}
    >
      <span>{t('pager.range', { first, last: first + shown - 1, total })}</span>
      <Pagination
        simple={phone}
        showLessItems={inPanel}
        current={page}
        pageSize={pageSize}
        total={total}
        pageSizeOptions={[...(sizes?.options ?? [pageSize])]}
        showSizeChanger={sizes && !(phone && !inPanel) ? { 'aria-label': sizes.label } : false}
        locale={{ items_per_page: t('pager.perPage') }}
        onChange={(next, size) => onPage(size === pageSize ? next : 1, size)}
      />
    </nav>
  )
}
