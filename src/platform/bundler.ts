// The bundler of scripts and styles for browsers: one process for this one, which ends when it is idle.

import type { build } from 'esbuild'

let building = 0

/** Stopped while it builds, it never answers: so nobody else stops it. */
export async function withBundler<Built>(work: (build: Build) => Promise<Built>): Promise<Built> {
  building++
  try {
    const bundler = await import('esbuild')
    return await work(bundler.build).finally(async () => {
      if (building === 1) await bundler.stop()
    })
  } finally {
    building--
  }
}

type Build = typeof build
