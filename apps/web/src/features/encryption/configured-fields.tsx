import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import styles from './encryption.module.css'
import type { EncryptedFields } from './encryption-queries.ts'

interface ConfiguredFieldsProps {
  readonly id: string | undefined
  readonly types: readonly (readonly [string, EncryptedFields])[]
  /** True while a job runs, which blocks changes. */
  readonly isBusy: boolean
}

/** Encrypted fields as a tree: asset type, field, sub-fields. */
export function ConfiguredFields({ id, types, isBusy }: ConfiguredFieldsProps) {
  const { t } = useTranslation('encryption')
  if (id === undefined || types.length === 0)
    return <EmptyState title={t('fields.none')} why={t('fields.noneWhy')} />
  return (
    <ul className={styles.tree}>
      {types.map(([type, fields]) => (
        <li key={type}>
          <details open>
            <summary>
              <span>{type}</span>
              <span className={styles.hint}>{t('fields.count', { count: Object.keys(fields).length })}</span>
            </summary>
            <ul>
              {Object.entries(fields).map(([field, subFields]) => (
                <li key={field}>
                  <div className={styles.field}>
                    <span>{field}</span>
                    <span className={styles.hint}>
                      {subFields.length === 0 ? t('fields.whole') : subFields.join(', ')}
                    </span>
                    <TakeBack id={id} path={`${type}.${field}`} isBusy={isBusy} />
                  </div>
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}

interface TakeBackProps {
  readonly id: string
  /** `type.field` */
  readonly path: string
  readonly isBusy: boolean
}

function TakeBack({ id, path, isBusy }: TakeBackProps) {
  const { t } = useTranslation('encryption')
  const confirm = useConfirm()
  const change = useApiMutation({
    call: () => api.call('updateEncryptionConfig', { params: { id }, body: { $set: { [path]: null } } }),
    success: ({ message }) => message,
    invalidates: [[KEYS.encryption]],
  })
  return (
    <OnlineButton
      type="text"
      size="small"
      icon={<X size={16} aria-hidden />}
      aria-label={t('takeBack.label', { path })}
      loading={change.isPending}
      disabled={isBusy}
      title={isBusy ? t('busy') : undefined}
      onClick={() =>
        confirm({
          title: t('takeBack.question', { path }),
          content: t('takeBack.what'),
          verb: t('takeBack.verb'),
          onConfirm: () => change.mutateAsync(),
        })
      }
    />
  )
}
