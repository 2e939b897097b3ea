import { useTranslation } from 'react-i18next'
import { CopyText } from '../../ui/copy-text.tsx'
import styles from './mirth.module.css'
import { FIELDS } from './mirth-queries.ts'

/** Addresses to which integrations push, with copy buttons. */
export function EndpointList({ endpoints }: { readonly endpoints: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('mirth')
  return (
    <ul className={styles.endpoints}>
      {FIELDS.flatMap((field) => {
        const address = endpoints[field]
        if (address === undefined) return []
        return (
          <li key={field}>
            <span>{t(`field.${field}`)}</span>
            <CopyText label={t('endpoints.address', { name: t(`field.${field}`) })} text={address} />
          </li>
        )
      })}
    </ul>
  )
}
