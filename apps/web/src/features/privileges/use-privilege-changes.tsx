import { useQueryClient } from '@tanstack/react-query'
import type { Privilege } from '@wardtrack/contracts'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { takeAllowedRoutes } from '../../lib/access.ts'
import { api } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { HolderNames } from './holders.tsx'
import type { PrivilegeDraft } from './privilege-draft.ts'
import { holdersQuery } from './privilege-queries.ts'

const invalidates = [[KEYS.privileges], [KEYS.access]]

/** Adds a privilege; the form or the list of proposals shows failures. */
export const useAddPrivilege = () =>
  useApiMutation({
    call: ({ pages, ...draft }: PrivilegeDraft) =>
      api.call('addPrivilege', { body: { ...draft, routes: [...pages] } }),
    success: ({ message }) => message,
    failure: () => undefined,
    invalidates,
  })

interface RouteChange {
  readonly privilege: Privilege
  readonly page: string
}

/** Adds a page to a privilege, or removes it. */
export const useChangeRoutes = (call: 'addRoutes' | 'removeRoutes') =>
  useApiMutation({
    call: ({ privilege, page }: RouteChange) =>
      api.call(call, { body: { privilegeName: privilege.privilegeName, routes: `/${page}` } }),
    invalidates: [[KEYS.privileges]],
    onSuccess: ({ sessionRoutes }) => takeAllowedRoutes(sessionRoutes),
  })

/** Asks for confirmation, naming the users, and deletes a privilege. */
export function useDeletePrivilege(): (privilege: Privilege) => Promise<void> {
  const { t } = useTranslation('privileges')
  const client = useQueryClient()
  const confirm = useConfirm()
  const { message } = App.useApp()
  const deleting = useApiMutation({
    call: ({ _id: id, revision }: Privilege) =>
      api.call('deletePrivilege', { params: { id }, query: { revision } }),
    success: (answer) => answer.message,
    invalidates,
  })
  return async (privilege) => {
    const holders = await client.fetchQuery(holdersQuery(privilege._id)).catch((cause: Error) => {
      void message.error(serverText(cause.message))
    })
    if (!holders) return
    confirm({
      title: t('delete.title', { name: privilege.privilegeName }),
      content:
        holders.count === 0 ? (
          t('delete.heldByNobody')
        ) : (
          <>
            <p>{t('delete.held', { count: holders.count })}</p>
            <HolderNames holders={holders} />
          </>
        ),
      verb: t('delete.verb'),
      onConfirm: () => deleting.mutateAsync(privilege),
    })
  }
}
