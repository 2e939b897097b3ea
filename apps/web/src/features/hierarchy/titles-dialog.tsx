import { useQueryClient } from '@tanstack/react-query'
import type { Levels } from '@wardtrack/contracts'
import { App, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { levelTitlesQuery } from '../places/index.ts'

interface TitlesDialogProps {
  readonly titles: Levels
  readonly onClose: () => void
}

type Titles = Readonly<Record<string, string>>

const trimmed = (titles: Titles): Record<string, string> =>
  Object.fromEntries(Object.entries(titles).map(([level, title]) => [level, title.trim()]))

const missingTitles = (titles: Titles): Titles =>
  Object.fromEntries(
    Object.entries(trimmed(titles))
      .filter(([, title]) => title === '')
      .map(([level]) => [level, translate('hierarchy:titles.error')]),
  )

/** Names of the hierarchy levels: Site, Building, Floor … */
export function TitlesDialog({ titles, onClose }: TitlesDialogProps) {
  const { t } = useTranslation('hierarchy')
  const client = useQueryClient()
  const { message } = App.useApp()
  const state = useAppForm<Titles>({
    initial: titles,
    check: missingTitles,
    onSubmit: async (values) => {
      const body = { Type: 'Location', SubType: 'Titles', Fields: trimmed(values) } as const
      const answer = await api.call('createSettings', { body })
      void client.invalidateQueries({ queryKey: levelTitlesQuery().queryKey })
      void message.success(serverText(answer.message))
      onClose()
    },
  })
  return (
    <FormDialog state={state} title={t('titles.title')} verb={t('titles.save')} onClose={onClose}>
      {Object.keys(titles).map((level) => (
        <AppField
          key={level}
          name={level}
          label={translate('common:level', { level: level.replace('Level_', '') })}
        >
          <Input maxLength={100} />
        </AppField>
      ))}
    </FormDialog>
  )
}
