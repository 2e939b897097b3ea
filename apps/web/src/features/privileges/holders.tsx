import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryState } from '../../ui/query-state.tsx'
import { holdersQuery } from './privilege-queries.ts'
import styles from './privileges.module.css'

interface Holders {
  readonly count: number
  readonly data?: readonly { readonly username: string; readonly displayName: string }[] | undefined
}

/** Names of the privilege's users, for users who may see them, and the number of further users. */
export function HolderNames({ holders: { count, data } }: { readonly holders: Holders }) {
  const { t } = useTranslation('privileges')
  if (!data || data.length === 0) return null
  const more = count - data.length
  return (
    <ul className={styles.holders}>
      {data.map(({ username, displayName }) => (
        <li key={username}>
          {displayName || username}
          {displayName && displayName !== username ? <span> ({username})</span> : null}
        </li>
      ))}
      {more > 0 ? <li>{t('holders.more', { count: more })}</li> : null}
    </ul>
  )
}

/** Users of a privilege. */
export function PrivilegeHolders({ id }: { readonly id: string }) {
  const { t } = useTranslation('privileges')
  const holders = useQuery(holdersQuery(id))
  return (
    <QueryState query={holders} failed={t('holders.failed')}>
      {(loaded) => (
        <div>
          <p>{loaded.count === 0 ? t('holders.none') : t('holders.count', { count: loaded.count })}</p>
          <HolderNames holders={loaded} />
        </div>
      )}
    </QueryState>
  )
}
