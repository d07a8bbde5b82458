"""One `komadai batch` process, asked again and again."""

import json
import subprocess


class Komadai:
    """Answers what the program under test says about one variant."""

    def __init__(self, program, variant):
        self.variant = variant
        self.process = subprocess.Popen(
            [program, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, cmd, **request):
        line = json.dumps({"cmd": cmd, "variant": self.variant, **request})
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(f"{line} was answered {answer['error']}")
        return answer

    def moves(self, position):
        return self.ask("moves", position=position)

    def result(self, position, moves):
        return self.ask("result", position=position, moves=moves)

    def close(self):
        self.process.stdin.close()
        self.process.wait()
