#!/usr/bin/env python3
"""delay.py PORT SECONDS: passes on what is sent to a port of its own, which it prints, to PORT, and back, each SECONDS later."""
import asyncio
import sys

PORT, DELAY = int(sys.argv[1]), float(sys.argv[2])


async def pass_on(reader, writer):
    waiting = asyncio.Queue()

    async def send():
        while True:
            due, data = await waiting.get()
            await asyncio.sleep(due - asyncio.get_running_loop().time())
            if not data:
                return writer.close()
            writer.write(data)

    sender = asyncio.create_task(send())
    data = True
    while data:
        data = await reader.read(65536)
        waiting.put_nowait((asyncio.get_running_loop().time() + DELAY, data))
    await sender


async def connect(reader, writer):
    there_reader, there_writer = await asyncio.open_connection("127.0.0.1", PORT)
    await asyncio.gather(pass_on(reader, there_writer), pass_on(there_reader, writer), return_exceptions=True)


async def main():
    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
