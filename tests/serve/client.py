"""A server that a test starts, and a WebSocket client over plain sockets, so that it can also send what
no proper client sends."""

import base64
import json
import os
import socket
import struct
import subprocess
import urllib.parse

PATIENCE = 120  # s: far longer than anything takes


class Server:
    """A process of the tool that prints the address of its page first. Ended by its process id."""

    def __init__(self, tool, arguments, folder):
        page = folder / "page.html"
        page.write_text("<!doctype html><title>page</title><!--WEND-BUNDLE-->")
        # For a tool with the address sanitizer: what is freed counts as memory in use otherwise.
        sanitizer = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=0"
        environment = dict(os.environ, WEND_VIEWER=str(page), ASAN_OPTIONS=sanitizer)
        self.process = subprocess.Popen([tool, *arguments], cwd=folder, env=environment, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        stream = self.process.stderr if arguments[0] == "run" else self.process.stdout
        self.address = stream.readline().strip()
        if not self.address.startswith("http://"):
            raise AssertionError("no address: " + self.address + self.process.stderr.read())
        parts = urllib.parse.urlsplit(self.address)
        self.host, self.port = parts.hostname, parts.port
        self.token = urllib.parse.parse_qs(parts.query)["token"][0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def end(self, number):
        """Sends a signal. Returns (status, stdout, stderr)."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self):
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err

    def connect(self):
        connection = socket.create_connection((self.host, self.port), timeout=PATIENCE)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def resident(self):
        """Bytes of memory that the process has in use."""
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("no VmRSS")

    def origin(self):
        return f"{self.host}:{self.port}"

    def get(self, target=None, method="GET", **headers):
        """Makes a request. Returns (status, headers, body). A header None is left out."""
        target = target if target is not None else "/?token=" + self.token
        with self.connect() as connection:
            connection.sendall(self.head(method, target, headers))
            return split_response(read_all(connection))

    def head(self, method, target, headers):
        shown = {"Host": self.origin()}
        shown.update({name.replace("_", "-"): value for name, value in headers.items()})
        lines = [f"{method} {target} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in shown.items() if value is not None]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def read_all(connection):
    data = b""
    while True:
        try:
            piece = connection.recv(65536)
        except ConnectionResetError:
            return data
        if not piece:
            return data
        data += piece


def split_response(data):
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split()[1]) if lines[0] else 0
    return status, dict(line.split(": ", 1) for line in lines[1:]), body


def frame(payload, opcode=1, final=True, masked=True):
    """The bytes of a frame."""
    if isinstance(payload, str):
        payload = payload.encode()
    head = bytes([(0x80 if final else 0) | opcode])
    bit = 0x80 if masked else 0
    size = len(payload)
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    repeated = mask * (size // 4 + 1)
    mixed = int.from_bytes(payload, "little") ^ int.from_bytes(repeated[:size], "little")
    return head + mask + mixed.to_bytes(size, "little")


class Socket:
    """An open WebSocket."""

    def __init__(self, server, run=None, **headers):
        self.connection = server.connect()
        self.buffer = b""
        self.id = 0
        target = "/live?token=" + server.token + ("" if run is None else f"&run={run}")
        key = base64.b64encode(os.urandom(16)).decode()
        shown = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13",
                 "Sec_WebSocket_Key": key, "Origin": "http://" + server.origin()}
        shown.update(headers)
        self.connection.sendall(server.head("GET", target, shown))
        while b"\r\n\r\n" not in self.buffer:
            piece = self.connection.recv(65536)
            if not piece:
                break
            self.buffer += piece
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status, self.headers, _ = split_response(head + b"\r\n\r\n")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def need(self, size):
        while len(self.buffer) < size:
            piece = self.connection.recv(1 << 20)
            if not piece:
                raise EOFError
            self.buffer += piece

    def read(self):
        """Returns the next frame as (opcode, payload)."""
        self.need(2)
        opcode, size = self.buffer[0] & 15, self.buffer[1]
        assert self.buffer[0] & 0xf0 == 0x80 and size < 128, "a final frame without a mask"
        at = 2
        if size >= 126:
            at += 2 if size == 126 else 8
            self.need(at)
            size = int.from_bytes(self.buffer[2:at], "big")
        self.need(at + size)
        payload = self.buffer[at:at + size]
        self.buffer = self.buffer[at + size:]
        return opcode, payload

    def send(self, payload, **keys):
        self.connection.sendall(frame(payload, **keys))

    def ask_raw(self, text):
        """Sends a message as it is. Returns its answer."""
        self.send(text)
        opcode, payload = self.read()
        assert opcode == 1, opcode
        return json.loads(payload)

    def ask(self, do, **members):
        """Sends a message. Returns its answer without the envelope."""
        self.id += 1
        answer = self.ask_raw(json.dumps({"id": self.id, "do": do, **members}))
        assert answer["id"] == self.id, answer
        return answer["answer"]

    def frame(self, colouring=0):
        """Returns the next frame of agents: (count, slots, time, step, list of agents)."""
        self.id += 1
        self.send(json.dumps({"id": self.id, "frame": colouring}))
        opcode, payload = self.read()
        assert opcode == 2, (opcode, payload)
        assert struct.unpack_from("<II", payload) == (self.id, 0)
        count, slots, time, step, dt, value = struct.unpack_from("<IIdQfI", payload, 8)
        assert value == colouring and len(payload) == 8 + 32 + 24 * count
        agents = [struct.unpack_from("<ffhhHhBBHI", payload, 40 + 24 * i) for i in range(count)]
        return count, slots, time, step, agents

    def read_close(self):
        """Reads up to the close frame. Returns its code, or None if there is none."""
        try:
            while True:
                opcode, payload = self.read()
                if opcode == 8:
                    return int.from_bytes(payload[:2], "big") if payload else 1005
        except (EOFError, ConnectionResetError):
            return None
