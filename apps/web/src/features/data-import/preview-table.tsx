import type { ImportColumn, ImportPreview } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import styles from './data-import.module.css'
import { placedColumns } from './placed-columns.ts'

interface PreviewTableProps {
  readonly file: ImportPreview
  readonly columns: readonly ImportColumn[]
}

/** First rows of a file, unchanged; ignored columns are grey. */
export function PreviewTable({ file, columns }: PreviewTableProps) {
  const { t } = useTranslation('data-import')
  const placed = placedColumns(columns)
  const title = t('preview.title', { count: file.preview.length })
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways is scrolled by keyboard too */}
      <div className={styles.preview} tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('preview.line')}</th>
              {placed.map(({ key, name, target }) => (
                <th scope="col" key={key} className={target === null ? styles.ignored : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {file.preview.map(({ line, cells }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {placed.map(({ key, index, target }) => (
                  <td key={key} className={target === null ? styles.ignored : undefined}>
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
