import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from './query-client.ts'

describe('while the browser reports no network', () => {
  beforeEach(() => onlineManager.setOnline(false))
  afterEach(() => {
    onlineManager.setOnline(true)
    queryClient.clear()
  })

  it('queries are sent nevertheless', async () => {
    const queryFn = async () => 'three pumps'
    expect(await queryClient.fetchQuery({ queryKey: ['pumps'], queryFn })).toBe('three pumps')
  })

  it('a change is sent or fails immediately, and does not wait for the network', async () => {
    const sent: string[] = []
    const change = new MutationObserver(queryClient, {
      mutationFn: async (name: string) => {
        sent.push(name)
        if (name === 'unreachable') throw new TypeError('Failed to fetch')
        return name
      },
    })
    expect(await change.mutate('reachable')).toBe('reachable')
    await expect(change.mutate('unreachable')).rejects.toThrow('Failed to fetch')
    expect(sent).toEqual(['reachable', 'unreachable'])
  })
})
