import { useQuery } from '@tanstack/react-query'
import type { FormatEndpoint } from '@wardtrack/contracts'
import { Alert } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { Panel } from '../../ui/panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { previewQuery } from './provider-queries.ts'
import styles from './providers.module.css'

/** Pause in typing, in milliseconds, before the server is asked. */
const PAUSE_MS = 400

interface FormatPreviewProps {
  readonly name: string
  readonly endpoint: FormatEndpoint
  readonly expression: string
  readonly sample: string
}

type PreviewItem = { item?: unknown; errors: readonly { path: string; message: string }[] }

/** Live preview of the items that an expression creates from a sample, with their errors. */
export function FormatPreview({ name, endpoint, expression, sample }: FormatPreviewProps) {
  const { t } = useTranslation('providers')
  const body = useSettled({ provider: name, expression, sample })
  const query = useQuery(previewQuery(endpoint, body))
  if (body.sample.trim() === '' || body.expression.trim() === '')
    return (
      <Panel title={t('preview.title')}>
        <p className={styles.empty}>{t('preview.needed')}</p>
      </Panel>
    )
  const columns: DataColumn<PreviewItem>[] = [
    { title: t('preview.item'), cell: ({ item }) => <Json value={item} />, onPhone: 'wide' },
    { title: t('preview.errors'), cell: ({ errors }) => <Errors errors={errors} />, onPhone: 'wide' },
  ]
  return (
    <Panel title={t('preview.title')}>
      <QueryState query={query} failed={t('preview.failed')}>
        {({ items, count, failure }) =>
          failure ? (
            <Alert
              className={styles.alert ?? ''}
              type="error"
              showIcon
              role="alert"
              title={t(`preview.reason.${failure.reason as 'body'}`)}
              description={
                failure.position === undefined
                  ? failure.message
                  : t('preview.at', { message: failure.message, position: failure.position })
              }
            />
          ) : (
            <>
              <p className={styles.count} role="status">
                {t('preview.count', {
                  total: count,
                  refused: items.filter(({ errors }) => errors.length > 0).length,
                })}
              </p>
              <DataTable<PreviewItem>
                label={t('preview.title')}
                columns={columns}
                rows={items}
                rowKey={(_, index) => String(index)}
                empty={t('preview.none')}
              />
            </>
          )
        }
      </QueryState>
    </Panel>
  )
}

/** Returns a value once it has been unchanged for a moment. */
function useSettled<T extends object>(value: T): T {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as T
}

const Json = ({ value }: { readonly value: unknown }) => (
  <code className={styles.json}>{JSON.stringify(value, null, 1)}</code>
)

function Errors({ errors }: { readonly errors: PreviewItem['errors'] }) {
  const { t } = useTranslation('providers')
  if (errors.length === 0) return t('preview.right')
  return (
    <ul className={styles.errors}>
      {errors.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {path ? <code>{path}</code> : null} {message}
        </li>
      ))}
    </ul>
  )
}
