import { useQueryClient } from '@tanstack/react-query'
import type { Privilege } from '@wardtrack/contracts'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { AppField, FormDialog, type StoredState, useAppForm } from '../../ui/form/index.ts'
import { PageSelect } from './page-select.tsx'
import { draftErrors, draftOfPrivilege, type PrivilegeDraft } from './privilege-draft.ts'
import { privilegesQuery } from './privilege-queries.ts'

interface EditPrivilegeProps {
  readonly privilege: Privilege
  readonly onClose: () => void
}

const stateOf = (privilege: Privilege): StoredState<PrivilegeDraft> => ({
  values: draftOfPrivilege(privilege),
  revision: privilege.revision,
})

/** Description and pages of a privilege in one dialog. */
export function EditPrivilege({ privilege, onClose }: EditPrivilegeProps) {
  const { t } = useTranslation('privileges')
  const client = useQueryClient()
  const { _id: id } = privilege
  const saving = useApiMutation({
    call: (body: { description: string; routes: string[]; revision: string | undefined }) =>
      api.call('changePrivilege', { params: { id }, body }),
    success: ({ message }) => message,
    failure: () => undefined,
    invalidates: [[KEYS.privileges], [KEYS.access]],
    onSuccess: onClose,
  })
  const reread = async (): Promise<StoredState<PrivilegeDraft>> => {
    const all = await client.fetchQuery({ ...privilegesQuery(), staleTime: 0 })
    const found = all.find(({ _id }) => _id === id)
    if (!found) throw new Error(t('edit.gone'))
    return stateOf(found)
  }
  const { values, revision } = stateOf(privilege)
  const state = useAppForm<PrivilegeDraft>({
    initial: values,
    shared: {
      revision,
      reread,
      labels: { description: t('field.description'), pages: t('field.pages') },
    },
    check: draftErrors,
    onSubmit: async ({ description, pages }, prepared) => {
      await saving.mutateAsync({ description, routes: [...pages], revision: prepared })
      return undefined
    },
  })
  return (
    <FormDialog
      state={state}
      title={t('edit.title', { name: privilege.privilegeName })}
      verb={t('edit.verb')}
      onClose={onClose}
    >
      <AppField name="description" label={t('field.description')} required>
        <Input maxLength={500} />
      </AppField>
      <AppField name="pages" label={t('field.pages')}>
        <PageSelect />
      </AppField>
    </FormDialog>
  )
}
