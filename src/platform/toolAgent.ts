// How tools of Tollgate name themselves to a gateway in `User-Agent`, so that what they send is not taken for
// what a merchant's servers do.

type Tool = 'commands' | 'conformance' | 'demo'

export const agentOf = (tool: Tool): string => `tollgate-${tool}`

export const isToolAgent = (agent = ''): boolean => agent.startsWith('tollgate-')
