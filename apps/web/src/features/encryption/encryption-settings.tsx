import { useQuery } from '@tanstack/react-query'
import type { PlainBackup, ResponseOf } from '@wardtrack/contracts'
import { RefreshCw, Trash2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatBytes } from '../../lib/i18n/formats.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { JobProgress } from '../../ui/job-progress.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingRow, SettingsPage, SettingsSection } from '../../ui/settings-page.tsx'
import styles from './encryption.module.css'
import { EncryptionForm } from './encryption-form.tsx'
import { type EncryptedFields, encryptionConfigQuery, encryptionStatusQuery } from './encryption-queries.ts'

interface ConfiguredFieldsProps {
  readonly id: string | undefined
  readonly types: readonly (readonly [string, EncryptedFields])[]
  /** True while a job runs, which blocks changes. */
  readonly isBusy: boolean
}

/** Encrypted fields as a tree: asset type, field, sub-fields. */
function ConfiguredFields({ id, types, isBusy }: ConfiguredFieldsProps) {
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

/** Backups in the data directory with plain values of encrypted fields; renders nothing if there are none. */
function PlainBackups({ backups }: { readonly backups: readonly PlainBackup[] }) {
  const { t } = useTranslation('encryption')
  if (backups.length === 0) return null
  return (
    <SettingsSection title={t('backups.title')} description={t('backups.what')}>
      <ul className={styles.backups}>
        {backups.map((backup) => (
          <li key={backup.name}>
            <span className={styles.backup}>
              <strong>{backup.name}</strong>
              <span>{aboutOf(backup, t)}</span>
            </span>
            <RemoveBackup name={backup.name} />
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}

const aboutOf = (
  { bytes, createdAt, isUnfinished }: PlainBackup,
  t: ReturnType<typeof useTranslation<'encryption'>>['t'],
): string => {
  const about = t('backups.about', { size: formatBytes(bytes), time: dateTime(createdAt) })
  return isUnfinished ? `${about}, ${t('backups.unfinished')}` : about
}

function RemoveBackup({ name }: { readonly name: string }) {
  const { t } = useTranslation('encryption')
  const confirm = useConfirm()
  const remove = useApiMutation({
    call: () => api.call('removePlainBackup', { body: { name } }),
    success: ({ message }) => message,
    invalidates: [[KEYS.encryption]],
  })
  return (
    <OnlineButton
      danger
      icon={<Trash2 size={16} aria-hidden />}
      aria-label={t('backups.label', { name })}
      loading={remove.isPending}
      onClick={() =>
        confirm({
          title: t('backups.question', { name }),
          content: t('backups.sure'),
          verb: t('backups.remove'),
          onConfirm: () => remove.mutateAsync(),
        })
      }
    >
      {t('backups.remove')}
    </OnlineButton>
  )
}

/** Key in use, progress of the newest conversion or rotation, and a button to rotate the key. */
function KeyState({ status }: { readonly status: ResponseOf<'encryptionStatus'> }) {
  const { t } = useTranslation('encryption')
  const { job, keyVersion } = status
  return (
    <div className={styles.key}>
      <SettingRow label={t('key.version')}>
        <strong>{keyVersion}</strong>
      </SettingRow>
      <RotateKey isBusy={job?.state === 'running'} />
      {job ? (
        <JobProgress key={job.id} id={job.id} title={t(`job.${job.kind}`)} />
      ) : (
        <p className={styles.hint}>{t('job.none')}</p>
      )}
    </div>
  )
}

function RotateKey({ isBusy }: { readonly isBusy: boolean }) {
  const { t } = useTranslation('encryption')
  const confirm = useConfirm()
  const rotate = useApiMutation({
    call: () => api.call('rotateEncryptionKey', { body: {} }),
    success: ({ message }) => message,
    invalidates: [[KEYS.encryption]],
  })
  return (
    <OnlineButton
      icon={<RefreshCw size={16} aria-hidden />}
      loading={rotate.isPending}
      disabled={isBusy}
      title={isBusy ? t('busy') : undefined}
      onClick={() =>
        confirm({
          title: t('rotate.question'),
          content: t('rotate.what'),
          verb: t('rotate.verb'),
          onConfirm: () => rotate.mutateAsync(),
        })
      }
    >
      {t('rotate.verb')}
    </OnlineButton>
  )
}

/** Encryption of stored data: the fields, the key, the job that converts stored data, and the limitations. */
export function EncryptionSettings() {
  const { t } = useTranslation('encryption')
  const config = useQuery(encryptionConfigQuery())
  const status = useQuery(encryptionStatusQuery())
  usePageRefresh(() => {
    void config.refetch()
    void status.refetch()
  })
  const isBusy = status.data?.job?.state === 'running'
  return (
    <SettingsPage>
      <SettingsSection title={t('add.title')} description={t('add.about')}>
        <EncryptionForm isBusy={isBusy} />
      </SettingsSection>
      <SettingsSection title={t('fields.title')} description={t('fields.about')}>
        <QueryState query={config} failed={t('fields.failed')}>
          {({ id, types }) => <ConfiguredFields id={id} types={types} isBusy={isBusy} />}
        </QueryState>
      </SettingsSection>
      <SettingsSection title={t('key.title')} description={t('key.about')}>
        <QueryState query={status} failed={t('key.failed')}>
          {(state) => <KeyState status={state} />}
        </QueryState>
      </SettingsSection>
      <PlainBackups backups={status.data?.plainBackups ?? []} />
      <SettingsSection title={t('limits.title')}>
        <ul className={styles.limits}>
          {(['contains', 'sort', 'search', 'overTime', 'equality', 'key'] as const).map((limit) => (
            <li key={limit}>{t(`limits.${limit}`)}</li>
          ))}
        </ul>
      </SettingsSection>
    </SettingsPage>
  )
}

export { EncryptionSettings as Page }
