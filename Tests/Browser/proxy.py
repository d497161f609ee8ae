"""A TCP proxy between browser and server that delays, cuts, freezes and records."""

import asyncio
import threading


class Proxy:
    """Runs on a thread of its own; its methods may be called from any other."""

    def __init__(self, upstream: int):
        self.delay = 0.0
        self.sent = bytearray()
        self.received = bytearray()
        self._upstream = upstream
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thawed = asyncio.Event()
        self._is_refusing = False
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._call(self._listen())
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self):
        """Drops every connection, and each new one until `mend`."""
        self._call(self._cut())

    def mend(self):
        self._is_refusing = False

    def freeze(self):
        """Lets nothing through, and closes nothing, until `thaw`."""
        self._loop.call_soon_threadsafe(self._thawed.clear)

    def thaw(self):
        self._loop.call_soon_threadsafe(self._thawed.set)

    def stop(self):
        self._call(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _call(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    async def _listen(self):
        self._thawed.set()
        return await asyncio.start_server(self._accept, "127.0.0.1", 0)

    async def _cut(self):
        self._is_refusing = True
        for writer in self._writers:
            writer.transport.abort()

    async def _end(self):
        self._server.close()
        await self._cut()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    async def _accept(self, reader, writer):
        if self._is_refusing:
            return writer.transport.abort()
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._upstream)
        self._writers |= {writer, up_writer}
        await asyncio.gather(
            self._pipe(reader, up_writer, self.sent),
            self._pipe(up_reader, writer, self.received),
        )
        self._writers -= {writer, up_writer}

    async def _pipe(self, reader, writer, record):
        queue: asyncio.Queue = asyncio.Queue()
        forward = asyncio.create_task(self._forward(queue, writer))
        try:
            while data := await reader.read(65536):
                record += data
                queue.put_nowait((self._loop.time() + self.delay, data))
        except OSError:
            pass
        queue.put_nowait((self._loop.time() + self.delay, b""))
        await forward

    async def _forward(self, queue, writer):
        try:
            while True:
                due, data = await queue.get()
                await asyncio.sleep(due - self._loop.time())
                await self._thawed.wait()
                if not data:
                    break
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        writer.close()
