import { useQuery } from '@tanstack/react-query'
import type { FormatEndpoint } from '@wardtrack/contracts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyBox } from '../../ui/copy-box.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsSection } from '../../ui/settings-page.tsx'
import { FormatEditor } from './format-editor.tsx'
import { providerQuery } from './provider-queries.ts'
import styles from './providers.module.css'

const ENDPOINTS = ['locations', 'device-status'] as const

/** Formats that convert a provider's JSON to positions or device states, shown one at a time. */
export function FormatEditors({ name }: { readonly name: string }) {
  const { t } = useTranslation('providers')
  const provider = useQuery(providerQuery(name))
  const [endpoint, setEndpoint] = useState<FormatEndpoint>('locations')
  return (
    <div className={styles.format}>
      <SettingsSection title={t('format.title')} description={t('format.text')}>
        <Segmented<FormatEndpoint>
          aria-label={t('format.endpoint')}
          value={endpoint}
          onChange={setEndpoint}
          options={ENDPOINTS.map((value) => ({ value, label: t(`format.of.${value}`) }))}
        />
        <QueryState query={provider} failed={t('failed')}>
          {({ addresses, formats }) => (
            <>
              <CopyBox label={t('format.address')} text={addresses[`own/${endpoint}`]} />
              <FormatEditor key={endpoint} name={name} endpoint={endpoint} saved={formats[endpoint]} />
            </>
          )}
        </QueryState>
      </SettingsSection>
    </div>
  )
}
