/** Heap of nodes by key, smallest first. It may contain a node several times. */
export type MinHeap = {
  push(node: number, key: number): void
  /** Removes and returns the node with the smallest key; -1 if there is none. */
  pop(): number
  /** Returns the key of the node removed last. */
  poppedKey(): number
}

/** Creates an empty binary heap. */
export function createMinHeap(): MinHeap {
  const nodes: number[] = []
  const keys: number[] = []
  let poppedKey = Number.NaN
  const put = (slot: number, node: number, key: number): void => {
    nodes[slot] = node
    keys[slot] = key
  }
  const sinkFromTop = (node: number, key: number): void => {
    let slot = 0
    for (;;) {
      let child = 2 * slot + 1
      if (child >= nodes.length) break
      if (child + 1 < nodes.length && (keys[child + 1] as number) < (keys[child] as number)) child += 1
      if ((keys[child] as number) >= key) break
      put(slot, nodes[child] as number, keys[child] as number)
      slot = child
    }
    put(slot, node, key)
  }
  return {
    push: (node, key) => {
      let slot = nodes.length
      while (slot > 0) {
        const parent = (slot - 1) >> 1
        if ((keys[parent] as number) <= key) break
        put(slot, nodes[parent] as number, keys[parent] as number)
        slot = parent
      }
      put(slot, node, key)
    },
    pop: () => {
      const top = nodes[0]
      if (top === undefined) return -1
      poppedKey = keys[0] as number
      const node = nodes.pop() as number
      const key = keys.pop() as number
      if (nodes.length > 0) sinkFromTop(node, key)
      return top
    },
    poppedKey: () => poppedKey,
  }
}
