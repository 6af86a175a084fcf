/** Says in a sentence why the tests cannot start, where `npm ci` has left out a part of the test runner. */
import process from 'node:process';

/** npm leaves out an optional package, such as the native part of the runner, on a Node that it is not made for. */
const oldest = '20.19';

await import('vitest/node').catch(() => {
  const [, version = 'another version'] = / node\/v(\S+)/.exec(process.env['npm_config_user_agent'] ?? '') ?? [];
  process.stderr.write(
    `The tests need a part that \`npm ci\` leaves out on Node.js older than ${oldest}, and npm runs on ${version}: ` +
      `install Node.js 22 or newer (https://nodejs.org), and run \`npm ci\` again. \`npm run demo\` works without it.\n`,
  );
  process.exitCode = 1;
});
