import { queryOptions, useQuery } from '@tanstack/react-query'
import type { OwnSession } from '@wardtrack/contracts'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { relativeTime } from '../../ui/age.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './account.module.css'

const BROWSERS = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
] as const

const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

const firstMatch = (names: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Returns browser and system of a user agent: `Chrome, Windows`; undefined if unknown. */
export function deviceName(userAgent: string | undefined): string | undefined {
  if (!userAgent) return undefined
  const known = [firstMatch(BROWSERS, userAgent), firstMatch(SYSTEMS, userAgent)].filter(Boolean)
  return known.length > 0 ? known.join(', ') : undefined
}

/** Query for the user's own sessions, last used first. */
const ownSessionsQuery = () =>
  queryOptions({
    queryKey: [KEYS.ownSessions],
    queryFn: async ({ signal }) => (await api.call('ownSessions', { signal })).data,
    meta: { refreshMs: 60_000 },
  })

const serverMessageToast = {
  success: ({ message }: { message: string }) => message,
  invalidates: [[KEYS.ownSessions]],
}

/** List of the user's sessions; all except the current one can be ended here. */
export function OwnSessions() {
  const { t } = useTranslation('account')
  const sessions = useQuery(ownSessionsQuery())
  const confirm = useConfirm()
  const end = useApiMutation({
    call: (id: string) => api.call('endOwnSession', { params: { id } }),
    ...serverMessageToast,
  })
  const endOthers = useApiMutation({ call: () => api.call('endOtherSessions'), ...serverMessageToast })
  const askForAll = (): void =>
    confirm({
      title: t('sessions.endOthers.title'),
      content: t('sessions.endOthers.what'),
      verb: t('sessions.endOthers.verb'),
      onConfirm: () => endOthers.mutateAsync(),
    })
  const hasOthers = (sessions.data?.length ?? 0) > 1
  return (
    <SettingsSection
      title={t('sessions.title')}
      description={t('sessions.about')}
      footer={hasOthers ? <Button onClick={askForAll}>{t('sessions.endOthers.verb')}</Button> : undefined}
    >
      <QueryState query={sessions} failed={t('sessions.failed')}>
        {(all) => (
          <ul className={styles.sessions} aria-label={t('sessions.title')}>
            {all.map((session) => (
              <SessionLine key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
            ))}
          </ul>
        )}
      </QueryState>
    </SettingsSection>
  )
}

function SessionLine({ session, onEnd }: { readonly session: OwnSession; readonly onEnd: () => void }) {
  const { t } = useTranslation('account')
  const now = useNow()
  const name = deviceName(session.userAgent) ?? t('sessions.unknownDevice')
  const used = relativeTime(session.lastUsedAt, now)
  return (
    <li className={styles.session}>
      <span className={styles.device} title={session.userAgent}>
        <strong>{name}</strong>
        <span title={dateTime(session.lastUsedAt)}>
          {[session.address, session.current ? t('sessions.current') : t('sessions.used', { when: used })]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {session.current ? null : (
        <Button size="small" onClick={onEnd} aria-label={t('sessions.endOf', { name, when: used })}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
