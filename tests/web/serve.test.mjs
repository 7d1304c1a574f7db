// web/serve.mjs: the estimate, the Ready line, busy ports, what it refuses to hand out.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../web/serve.mjs', import.meta.url));

function start(...options) {
  const child = spawn(process.execPath, [program, ...options]);
  const ended = new Promise((resolve) => child.on('exit', resolve));
  let text = '';
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (data) => { text += data; });
    child.stdout.on('data', (data) => {
      text += data;
      const port = text.match(/^Ready: http:\/\/127\.0\.0\.1:(\d+)\/$/m)?.[1];
      if (port) resolve({ port: Number(port), text, ended, stop: () => child.kill() });
    });
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
}

// node:http sends the path as it is; fetch would tidy it first.
function get(port, path) {
  return new Promise((resolve, reject) => {
    request({ port, path, host: '127.0.0.1' }, (response) => {
      response.resume();
      response.on('end', () => resolve(response));
    }).on('error', reject).end();
  });
}

test('prints one breakdown, then the address; takes the next port when one is busy', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => blocker.on('listening', resolve));
  const busy = blocker.address().port;
  let server;
  try {
    server = await start('--port', String(busy));
    assert.ok(server.port > busy);
    assert.match(server.text, /weights +[\d.]+ GiB/);
    assert.match(server.text, /kv_cache +[\d.]+ GiB/);
    assert.equal((await get(server.port, '/')).headers['content-type'], 'text/html; charset=utf-8');
    for (const path of ['/../../CMakeLists.txt', '/%2e%2e/%2e%2e/CMakeLists.txt', '/..%2f..%2fCMakeLists.txt', '/%', '/nothing']) {
      assert.equal((await get(server.port, path)).statusCode, 404, path);
    }
  } finally {
    server?.stop();
    blocker.close();
  }
});

test('--once ends by itself', async () => {
  const server = await start('--port', '8400', '--once');
  await get(server.port, '/');
  assert.equal(await server.ended, 0);
});
