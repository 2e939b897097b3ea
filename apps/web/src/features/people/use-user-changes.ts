import type { User } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'

const invalidates = [[KEYS.users]]
const serverMessageToast = { success: ({ message }: { message: string }) => message, invalidates }

/** Actions on a user in the list; those that cannot be undone ask for confirmation. */
export interface UserChanges {
  readonly lock: (user: User) => void
  readonly unlock: (user: User) => void
  readonly endSessions: (user: User) => void
  readonly resetSecondFactor: (user: User) => void
  readonly dismissRequest: (user: User) => void
}

const QUESTIONS = {
  lock: { title: 'lock.title', content: 'lock.what', verb: 'lock.verb' },
  endSessions: { title: 'endSessions.title', content: 'endSessions.what', verb: 'endSessions.verb' },
  resetSecondFactor: {
    title: 'resetSecondFactor.title',
    content: 'resetSecondFactor.what',
    verb: 'resetSecondFactor.verb',
  },
} as const

/** Returns the changes of a user that need no form. */
export function useUserChanges(): UserChanges {
  const { t } = useTranslation('people')
  const confirm = useConfirm()
  const change = useApiMutation({
    call: ({ user, locked }: { user: User; locked: boolean }) =>
      api.call('changeUser', { params: { id: user._id }, body: { locked } }),
    ...serverMessageToast,
  })
  const act = useApiMutation({
    call: ({ user, name }: { user: User; name: 'endUserSessions' | 'resetSecondFactor' }) =>
      api.call(name, { params: { id: user._id } }),
    ...serverMessageToast,
  })
  const dismiss = useApiMutation({
    call: (user: User) => api.call('dismissPasswordRequest', { params: { id: user._id } }),
    invalidates,
  })
  const ask = (about: keyof typeof QUESTIONS, user: User, onConfirm: () => unknown) => {
    const { title, content, verb } = QUESTIONS[about]
    confirm({ title: t(title, { name: user.username }), content: t(content), verb: t(verb), onConfirm })
  }
  return {
    lock: (user) => ask('lock', user, () => change.mutateAsync({ user, locked: true })),
    unlock: (user) => change.mutate({ user, locked: false }),
    endSessions: (user) => ask('endSessions', user, () => act.mutateAsync({ user, name: 'endUserSessions' })),
    resetSecondFactor: (user) =>
      ask('resetSecondFactor', user, () => act.mutateAsync({ user, name: 'resetSecondFactor' })),
    dismissRequest: (user) => dismiss.mutate(user),
  }
}
