import type { PlainBackup } from '@wardtrack/contracts'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatBytes } from '../../lib/i18n/formats.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import styles from './encryption.module.css'

/** Backups in the data directory with plain values of encrypted fields; renders nothing if there are none. */
export function PlainBackups({ backups }: { readonly backups: readonly PlainBackup[] }) {
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
